"""Words and domains that tell a person's e-mail address from one of a role, a list, a program or an example."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    """Return the words of a text, for tables that are easier to read without quotes."""
    return frozenset(text.split())


ROLES = _words(
    """
    abuse accessibility appeals dsa mia nm optout package packages sympa grievance complaints account accounts
    accounting admin administration administrator alert alerts all announce anonymous answers api app apps archive
    auftrag auskunft awards backup bestellung bestellungen bewerbung bewerbungen billing board booking bookings
    bot bounce bounces bug bugs buchhaltung build buero business buyer captain careers care cert chair ci claims
    client clients commercial committee community compliance comptabilite comunicacion conduct contabilidad
    contact contacto contato control copyright cron customer customercare customerservice customers daemon data
    dataprotection datenschutz delivery demo desk dev devel developer developers devops dispatch dns do-not-reply
    docs documentation donations donotreply dpo dsgvo editor editors education einkauf email emergency employment
    enquiries enquiry error errors events everyone export facilities facturacion facturas facturation facturen
    faktura fax feedback finance finances financeiro firma foundation fraud ftp ftpmaster gdpr general git github
    gitlab hallo hello help helpdesk hi hola home host hostmaster hotline hr hrteam human humanresources impressum
    info informacion informatie information informazioni innkauf inquiries inquiry insurance integration internal
    investor investors invoice invoices it itsupport jobs juridico kadry kanzlei kariera karriere klantenservice
    kontakt kundenservice kundtjanst legal leasing licensing list listmaster lists listserv loans mail mailbox
    mailer mailing mailman maint maintainer maintainers maintenance majordomo management manager managers
    marketing master media member members moderator monitor monitoring news newsletter nobody noc noreply
    notification notifications notify office officers oncall online operations operator ops order orders
    organizers ouvidoria outreach owner owners partner partners patches payment payments payroll permissions
    personalabteilung personeel policy post postfach postmaster poststelle presse press printer prensa privacidad
    privacidade privacy privacyofficer procurement project protection public publicity purchase purchasing qa
    quality queries questions receipts reception recepcion rechnung rechnungen recruiting recruitment recursos
    recursoshumanos redaktion refunds registrar registration release releases rentals reply report reporting
    reports request requests reservas reservation reservations return returns rh robot root sac safety sales
    salesteam sample sav secretariat secretary secure security sekretariat send seguridad server service
    servicedesk services servizio shipping shop site smtp soporte sprzedaz spam staff store studio submission
    submissions submit subscribe subscriptions suporte supply support sysadmin system talent tax team tech
    technical technik test tester testing tickets training travel treasury unsubscribe update updates upload
    usenet users vacancies vendas vendite vendor vendors ventas verkauf verkoop versand vertrieb verwaltung
    volunteers warehouse warranty web webadmin webmaster webteam welcome whistleblower wholesale winkel workshop
    www zentrale zamowienia biuro servis posta hilfe wsparcie atencion atendimento assistenza amministrazione
    """
)
"""Words of addresses that belong to a task, a machine or a list, in several languages."""

PLACEHOLDERS = _words(
    """
    user username yourname utilizador benutzername benutzer gebruiker utente uzytkownik your you name someone
    somebody anyone anybody firstname lastname first last vorname nachname nombre apellido usuario utilisateur
    prenom nom nome sobrenome foo bar baz foobar example beispiel exemple exemplo ejemplo esempio address adresse
    recipient sender from to login userid email-address myname me myemail youremail youraddress xxx xyz abc aaa
    placeholder
    """
)

EXAMPLE_DOMAINS = _words(
    """
    example examples domain domainname yourdomain mydomain yourcompany mycompany company companyname yourorg
    yourorganization yourhost yourserver yoursite mysite somewhere somedomain anydomain otherdomain foo bar baz
    foobar beispiel exemple exemplo ejemplo esempio voorbeeld musterfirma contoso fabrikam adatum northwindtraders
    litware litwareinc proseware tailspintoys wingtiptoys woodgrovebank alpineskihouse fourthcoffee
    adventure-works test sample placeholder hostname your my-domain your-domain your-company my-company myorg
    acme-example dominio
    """
)

STAND_INS = _words(
    """
    foo bar foobar you username packagename optout placeholder
    """
)
"""Words that make the whole address one that stands for another."""

NUMBER_MAIL = _words(
    """
    qq.com vip.qq.com 163.com 126.com 139.com 189.cn
    """
)
"""Services whose addresses are the number of an account or a phone."""

LIST_HOSTS = _words(
    """
    lists list bugs noreply bounces bounce googlegroups groups users-noreply rua ruf packages buildd tracker
    """
)

SECOND_LEVEL = _words(
    """
    co com org net ac gov edu or ne gob gv
    """
)

TOP_LEVEL = _words(
    """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc
    cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga
    gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo
    jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr
    ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re
    ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr
    tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw com org net edu gov mil int info biz
    name pro aero asia cat coop jobs mobi museum tel travel post xxx academy accountant accountants agency app
    archi art associates attorney auction audio band bank bar bayern berlin best beer bike bio blog boutique
    brussels build builders business cafe camera camp capital care careers cash catering center chat church city
    cleaning click clinic cloud club coach codes coffee community company computer consulting contractors cool
    credit cymru dance data day dental design dev digital direct directory doctor dog earth eco education email
    energy engineer engineering enterprises equipment estate events exchange expert express family farm fashion
    finance financial fit fitness fund fun fyi gal games garden gmbh gallery global gold golf graphics green group
    guide guru hamburg haus health healthcare help holdings hospital house immo immobilien inc industries ink
    institute insurance international investments koeln krd land law lawyer legal life limited link live llc
    london ltd ltda madrid management market marketing mba media medical melbourne men miami moda moe money moscow
    movie music network news ngo ninja nrw nyc one ong online organic page paris partners parts party photo
    photography photos physio plus press productions properties pub quebec realty recipes red rehab rent repair
    report rest restaurant review reviews rio rocks rugby ruhr saarland sale salon sarl school schule science scot
    security services sexy shop show singles site social software solar solutions space sport storage store studio
    style swiss support surgery sydney systems tax taxi team tech technology tips tires today tokyo tools top
    tours town trade training university uno vegas ventures vet video villas vin vip vision vlaanderen voyage
    wales watch webcam website wedding wien wiki win wine work works world wtf xyz yoga zone zuerich
    """
)
"""Top-level domains: those of countries (ISO 3166), and the general ones that are much used for mail."""
