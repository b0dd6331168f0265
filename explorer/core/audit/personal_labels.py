"""Words that stand beside numbers and say what they are: "SSN", "Steuer-ID", "phone", or "order number".

A number whose check digit is weak, or that has none, counts as personal only beside the label of its kind. A word
that names another kind of number, nearer to the number than the label, takes that away.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import NamedTuple

PHONE, CARD, OTHER, SERVICE = "phone", "card", "other", "service"

_LABELS = {
    PHONE: "phone, phones, phone no, phone number, telephone, tel, tel no, tel number, mobile, mobiles, "
    "mobil, cell, cellphone, "
    "cell phone, call, ph, whatsapp, sms, signal, telegram, telefon, fon, handy, mobiltelefon, handynummer, "
    "mobilnummer, telefonnummer, rufnummer, durchwahl, téléphone, telephone, tél, portable, gsm, teléfono, telefono, "
    "tfno, tlf, tfn, móvil, movil, celular, telefone, telemóvel, telemovel, fone, cel, cellulare, cell, telefoon, "
    "telefoonnummer, mobiel, mobiele, mobilnr, telefonnr, tlfnr, puhelin, matkapuhelin, puh, komórka, komórkowy, kom, "
    "telefonu, mobilní, mobilní telefon, телефон, тел, моб, мобильный, мобільний, τηλέφωνο, τηλ, κινητό, telepon, hp, "
    "cep, gsm, số điện thoại, điện thoại, هاتف, جوال, موبايل, טלפון, נייד, โทร",
    CARD: "card, card no, card number, cardholder, credit card, debit card, credit, visa, mastercard, amex, maestro, "
    "american express, discover, diners, jcb, unionpay, karte, kreditkarte, kartennummer, kreditkartennummer, tarjeta, "
    "cartão, cartao, carte, carta, kaart, kaartnummer, creditcard, kort, kortnummer, kortti, karta, karty, kartu, "
    "карта, карты, kart, cartão de crédito, carte bancaire",
    "ssn": "ssn, us ssn, social security, social security no, social security number, soc sec, itin",
    "nino": "nino, national insurance, ni number, ni no, nin, national insurance number",
    "nhs": "nhs, nhs no, nhs number",
    "sin": "sin, social insurance, nas, numéro d assurance sociale, assurance sociale",
    "tfn": "tfn, tax file, tax file number",
    "idnr": "steuer id, steuerid, steuer idnr, steueridnr, idnr, id nr, steueridentifikationsnummer, "
    "identifikationsnummer, steuerliche identifikationsnummer, tax id, tin",
    "vnr": "svnr, sv nr, sv nummer, svnummer, sozialversicherungsnummer, versicherungsnummer",
    "ahv": "ahv, ahv nr, ahv nummer, ahvn13, avs, numéro avs, oasi",
    "nir": "nir, sécurité sociale, securite sociale, sécu, n sécu, insee, numéro insee, social security",
    "nn": "rijksregisternummer, rijksregister, registre national, numéro national, national number, nationaal nummer, "
    "insz, niss, nationalregisternummer",
    "bsn": "bsn, burgerservicenummer, sofinummer, sofi, sofi nummer, citizen service number",
    "dni": "dni, nif, nie, documento nacional de identidad, número de identidad de extranjero",
    "pt-nif": "nif, contribuinte, número de contribuinte, identificação fiscal, nº de contribuinte",
    "cf": "codice fiscale, c f, cod fisc, cf",
    "cpf": "cpf, c p f, cadastro de pessoas físicas",
    "cnpj": "cnpj, c n p j",
    "rut": "rut, run, r u t, r u n, rol único tributario",
    "cuit": "cuit, cuil, c u i t, c u i l",
    "curp": "curp",
    "rfc": "rfc, r f c, registro federal de contribuyentes",
    "pesel": "pesel, nr pesel, numer pesel",
    "pnr": "personnummer, personnr, pnr, personal identity number, samordningsnummer",
    "hetu": "henkilötunnus, hetu, personbeteckning, personal identity code",
    "cpr": "cpr, cpr nr, cpr nummer, personnummer",
    "fnr": "fødselsnummer, fodselsnummer, fnr, personnummer, d nummer",
    "kt": "kennitala, kt",
    "rc": "rodné číslo, rodne cislo, rč, r č, birth number",
    "cnp": "cnp, cod numeric personal",
    "egn": "егн, egn, единен граждански номер",
    "oib": "oib",
    "emso": "emšo, emso, jmbg",
    "ik": "isikukood, asmens kodas, personal code",
    "amka": "αμκα, amka, α μ κ α",
    "pps": "pps, ppsn, pps no, pps number",
    "tckn": "tc kimlik, tckn, t c kimlik, kimlik no, tc no, t c kimlik no",
    "il": "תעודת זהות, teudat zehut, ת ז",
    "za": "sa id, id number, south african id, identity number",
    "aadhaar": "aadhaar, aadhar, uidai, आधार",
    "rrn": "rrn, resident registration number, resident registration",
    "ric": "resident identity, identity card, id card",
    "my": "my number, individual number",
    "th": "thai id, เลขประจำตัวประชาชน",
    "inn": "инн, inn",
    OTHER: "order, order no, invoice, part, part no, serial, isbn, issn, doi, version, release, build, ticket, case, "
    "model, sku, ean, gtin, upc, tracking, article, art, item, product, catalogue, catalog, batch, lot, iso, din, "
    "article no, patent, figure, fig, page, table, row, section, chapter, equation, timestamp, commit, revision, "
    "hash, md5, sha, checksum, port, ip, imei, mac, asin, pmid, zip, vat, ust, ustid, bestellung, bestellnummer, "
    "rechnung, rechnungsnummer, artikel, artikelnummer, art nr, seriennummer, auftrag, auftragsnummer, vorgang, "
    "sachnummer, teilenummer, ersatzteil, aktenzeichen, kundennummer, facture, commande, réf, ref, référence, "
    "reference, série, pedido, factura, serie, referencia, nota fiscal, fatura, protocolo, processo, lote, ordine, "
    "fattura, articolo, matricola, protocollo, bestelling, factuur, factuurnummer, ordrenummer, faktura, fakturanummer,"
    " artikelnr, tilaus, zamówienie, заказ, счет, артикул, barcode, ean13, population, sample, total, amount, qty, "
    "quantity, price, euro, eur, usd, gbp, inventory, asset, document, doc, contract, policy, account, customer, "
    "vertrag, vertragsnummer, contrato, contrat, contratto",
    SERVICE: "hotline, helpline, switchboard, reception, front desk, toll free, freephone, call center, call centre, "
    "customer service, customer support, customer care, service desk, helpdesk, help desk, support, technical support, "
    "emergency, sales, zentrale, telefonzentrale, kundendienst, kundenservice, servicenummer, notruf, störungsdienst, "
    "vertrieb, empfang, standard, service client, service clients, accueil, urgences, centralita, "
    "atención al cliente, atencion al cliente, emergencias, sac, central de atendimento, atendimento, suporte, soporte,"
    " centralino, servizio clienti, assistenza, numero verde, emergenza, klantenservice, storingsdienst, receptie, "
    "alarmcentrale, kundeservice, kundtjänst, växel, infolinia, office, büro, headquarters",
}

_RUN_ON = {
    PHONE: "电话 电話 電話 手机 手機 携帯 联系方式 전화 휴대폰 핸드폰 연락처 โทรศัพท์ โทร มือถือ",
    CARD: "信用卡 银行卡 卡号 カード番号 クレジットカード 카드번호 카드",
    "ric": "身份证 身分證 公民身份",
    "rrn": "주민등록번호 주민번호",
    "my": "マイナンバー 個人番号",
    "th": "เลขประจำตัวประชาชน บัตรประชาชน",
    "aadhaar": "आधार",
    OTHER: "订单 發票 发票 编号 注文 製品 品番 型番 주문 송장",
    SERVICE: "客服 热线 熱線 総機 总机 代表電話 고객센터",
}
"""Labels of scripts that put no space between words."""

_WORD = re.compile(r"[^\W_]+")
_RUN_ON_WORDS = {word: key for key, words in _RUN_ON.items() for word in words.split()}
_RUN_ON_SHAPE = re.compile("|".join(sorted(map(re.escape, _RUN_ON_WORDS), key=len, reverse=True)))
_LONGEST = 60
"""The most characters that a label has."""


class Label(NamedTuple):
    """Where a label stands in the text, and the keys of the kinds of number it may be the label of."""

    start: int
    end: int
    keys: frozenset[str]


@cache
def _by_first_word() -> dict[str, dict[int, dict[str, frozenset[str]]]]:
    """Return the labels by their first word and their number of words, the longest first."""
    phrases: dict[str, frozenset[str]] = {}
    for key, words in _LABELS.items():
        for word in (*words.split(", "), *_RUN_ON.get(key, "").split()):
            phrase = word.strip(" ,").casefold()
            phrases[phrase] = phrases.get(phrase, frozenset()) | {key}
    table: dict[str, dict[int, dict[str, frozenset[str]]]] = {}
    for phrase in sorted(phrases, key=lambda phrase: -phrase.count(" ")):
        words = phrase.split()
        for first in {words[0], f"{words[0]}s"} if len(words) == 1 and PHONE not in phrases[phrase] else {words[0]}:
            table.setdefault(first, {}).setdefault(len(words), {}).setdefault(
                " ".join([first, *words[1:]]), frozenset()
            )
            same = table[first][len(words)]
            same[" ".join([first, *words[1:]])] |= phrases[phrase]
    return table


def labels_in(text: str, start: int = 0, end: int | None = None) -> list[Label]:
    """Return the labels in `text[start:end]` in order of their ends; of two that overlap the longer one.

    Linear in the length of the stretch. The plural of a label of one word is one too, but for phones ("cells").
    """
    stop = len(text) if end is None else end
    table, found, after = _by_first_word(), list[Label](), start
    for word in _WORD.finditer(text, start, stop):
        begins = table.get(word[0].casefold())
        if begins and word.start() >= after and (label := _longest(text, word.start(), stop, begins)):
            found.append(label)
            after = label.end
    if not text.isascii():
        for match in _RUN_ON_SHAPE.finditer(text, start, stop):
            found.append(Label(match.start(), match.end(), frozenset({_RUN_ON_WORDS[match[0]]})))
        found.sort(key=lambda label: label.end)
    return found


def _longest(text: str, start: int, stop: int, begins: dict[int, dict[str, frozenset[str]]]) -> Label | None:
    """Return the longest label of `begins` at `start`."""
    words = list(islice(_WORD.finditer(text, start, min(stop, start + _LONGEST)), max(begins)))
    for length, phrases in begins.items():
        keys = phrases.get(" ".join(word[0].casefold() for word in words[:length]))
        if keys and length <= len(words):
            return Label(start, words[length - 1].end(), keys)
    return None
