import { CHECKOUT_REFUSALS, type CheckoutRefusalCode } from "../mapping/checkout-refusals"
import type { PreferredLanguage } from "../mapping/settings-and-errors"
import { type FieldProblemCode, preferredLanguageOf } from "../mapping/shopper-rules"

type Code = CheckoutRefusalCode | FieldProblemCode

/**
 * What to tell the shopper, as a whole sentence.
 *
 * @param code of a refusal or of a field's problem
 * @param language a tag such as `nb-NO`; English where there is no text in it
 */
export const textFor = (code: Code, language: string | null | undefined): string =>
  TEXTS[preferredLanguageOf(language) ?? "en"][code]

const TEXTS: Readonly<Record<PreferredLanguage, Readonly<Record<Code, string>>>> = {
  en: {
    ...CHECKOUT_REFUSALS,
    not_text: "Please enter text here.",
    not_accepted: "This field is not accepted.",
    not_eleven_digits: "A personal number has eleven digits.",
    test_number: "This is a test number. Please enter your own personal number.",
    typing_error: "This personal number contains a typing error.",
    phone_not_complete:
      "Please enter a complete phone number, with its country code if it is a foreign one.",
    phone_too_long: "A phone number has at most 40 characters.",
    reference_too_long: "A reference has at most 100 characters.",
    language_not_offered: "Invoices are not available in this language.",
  },
  no: {
    e_invoice_in_doubt:
      "Vi venter fortsatt på at fakturatjenesten bekrefter fakturaen din. Prøv igjen om noen minutter, og ikke betal på en annen måte før da.",
    e_invoice_unavailable:
      "Fakturatjenesten kan ikke nås akkurat nå, så det er ikke laget noen faktura. Prøv igjen om et øyeblikk, eller velg en annen betalingsmåte.",
    e_invoice_not_offered:
      "Betaling med faktura er ikke tilgjengelig akkurat nå. Velg en annen betalingsmåte.",
    e_invoice_not_granted:
      "Fakturatjenesten tilbyr ikke faktura for dette fødselsnummeret. Kontroller nummeret, eller velg en annen betalingsmåte.",
    e_invoice_details_rejected:
      "Fakturatjenesten godtok ikke opplysningene dine. Rett dem og velg faktura på nytt.",
    e_invoice_details_missing:
      "Noen opplysninger som trengs til fakturaen, mangler. Kontroller navn, adresse, e-post og telefonnummer.",
    e_invoice_not_made:
      "Det kunne ikke lages faktura for denne bestillingen. Velg en annen betalingsmåte, eller kontakt butikken.",
    e_invoice_enter_again:
      "Fødselsnummeret ditt lagres bare en kort stund. Velg faktura på nytt og skriv det inn en gang til.",
    e_invoice_cart_changed: "Handlekurven er endret siden du valgte faktura. Velg faktura på nytt.",
    e_invoice_cancelled:
      "Fakturaen for denne bestillingen ble kansellert. Velg faktura på nytt, eller en annen betalingsmåte.",
    e_invoice_ordered_at_once:
      "Bestillingen ble sendt to ganger samtidig, så ingenting er bestilt og det er ikke laget noen faktura. Prøv igjen om et øyeblikk.",
    e_invoice_already_ordered:
      "Denne bestillingen er allerede lagt inn. Du trenger ikke å betale på nytt.",
    e_invoice_already_paid:
      "En tidligere faktura for denne bestillingen er allerede betalt. Kontakt butikken før du betaler på nytt.",
    not_text: "Skriv tekst her.",
    not_accepted: "Dette feltet godtas ikke.",
    not_eleven_digits: "Et fødselsnummer har elleve siffer.",
    test_number: "Dette er et testnummer. Skriv inn ditt eget fødselsnummer.",
    typing_error: "Dette fødselsnummeret inneholder en skrivefeil.",
    phone_not_complete:
      "Skriv inn et fullstendig telefonnummer, med landkode hvis det er utenlandsk.",
    phone_too_long: "Et telefonnummer har høyst 40 tegn.",
    reference_too_long: "En referanse har høyst 100 tegn.",
    language_not_offered: "Fakturaer finnes ikke på dette språket.",
  },
  sv: {
    e_invoice_in_doubt:
      "Vi väntar fortfarande på att fakturatjänsten bekräftar din faktura. Försök igen om några minuter och betala inte på något annat sätt innan dess.",
    e_invoice_unavailable:
      "Fakturatjänsten kan inte nås just nu, så ingen faktura har skapats. Försök igen om en stund eller välj ett annat betalsätt.",
    e_invoice_not_offered:
      "Betalning med faktura är inte tillgänglig just nu. Välj ett annat betalsätt.",
    e_invoice_not_granted:
      "Fakturatjänsten erbjuder inte faktura för det här personnumret. Kontrollera numret eller välj ett annat betalsätt.",
    e_invoice_details_rejected:
      "Fakturatjänsten godtog inte dina uppgifter. Rätta dem och välj faktura igen.",
    e_invoice_details_missing:
      "Några uppgifter som behövs för fakturan saknas. Kontrollera namn, adress, e-post och telefonnummer.",
    e_invoice_not_made:
      "Det gick inte att skapa en faktura för den här beställningen. Välj ett annat betalsätt eller kontakta butiken.",
    e_invoice_enter_again:
      "Ditt personnummer sparas bara en kort stund. Välj faktura igen och skriv in det en gång till.",
    e_invoice_cart_changed: "Varukorgen har ändrats sedan du valde faktura. Välj faktura igen.",
    e_invoice_cancelled:
      "Fakturan för den här beställningen har makulerats. Välj faktura igen eller ett annat betalsätt.",
    e_invoice_ordered_at_once:
      "Beställningen skickades två gånger samtidigt, så ingenting har beställts och ingen faktura har skapats. Försök igen om en stund.",
    e_invoice_already_ordered: "Den här beställningen är redan lagd. Du behöver inte betala igen.",
    e_invoice_already_paid:
      "En tidigare faktura för den här beställningen är redan betald. Kontakta butiken innan du betalar igen.",
    not_text: "Skriv text här.",
    not_accepted: "Det här fältet godtas inte.",
    not_eleven_digits: "Ett norskt personnummer har elva siffror.",
    test_number: "Det här är ett testnummer. Skriv in ditt eget personnummer.",
    typing_error: "Det här personnumret innehåller ett skrivfel.",
    phone_not_complete:
      "Skriv in ett fullständigt telefonnummer, med landsnummer om det är utländskt.",
    phone_too_long: "Ett telefonnummer har högst 40 tecken.",
    reference_too_long: "En referens har högst 100 tecken.",
    language_not_offered: "Fakturor finns inte på det här språket.",
  },
  da: {
    e_invoice_in_doubt:
      "Vi venter stadig på, at fakturatjenesten bekræfter din faktura. Prøv igen om nogle minutter, og betal ikke på en anden måde inden da.",
    e_invoice_unavailable:
      "Fakturatjenesten kan ikke nås lige nu, så der er ikke oprettet nogen faktura. Prøv igen om et øjeblik, eller vælg en anden betalingsmåde.",
    e_invoice_not_offered:
      "Betaling med faktura er ikke tilgængelig lige nu. Vælg en anden betalingsmåde.",
    e_invoice_not_granted:
      "Fakturatjenesten tilbyder ikke faktura til dette personnummer. Kontrollér nummeret, eller vælg en anden betalingsmåde.",
    e_invoice_details_rejected:
      "Fakturatjenesten godkendte ikke dine oplysninger. Ret dem, og vælg faktura igen.",
    e_invoice_details_missing:
      "Nogle oplysninger, som fakturaen kræver, mangler. Kontrollér navn, adresse, e-mail og telefonnummer.",
    e_invoice_not_made:
      "Der kunne ikke oprettes en faktura for denne ordre. Vælg en anden betalingsmåde, eller kontakt butikken.",
    e_invoice_enter_again:
      "Dit personnummer gemmes kun i kort tid. Vælg faktura igen, og indtast det en gang til.",
    e_invoice_cart_changed: "Indkøbskurven er ændret, siden du valgte faktura. Vælg faktura igen.",
    e_invoice_cancelled:
      "Fakturaen for denne ordre blev annulleret. Vælg faktura igen, eller vælg en anden betalingsmåde.",
    e_invoice_ordered_at_once:
      "Ordren blev sendt to gange på samme tid, så intet er bestilt, og der er ikke oprettet nogen faktura. Prøv igen om et øjeblik.",
    e_invoice_already_ordered: "Denne ordre er allerede afgivet. Du behøver ikke betale igen.",
    e_invoice_already_paid:
      "En tidligere faktura for denne ordre er allerede betalt. Kontakt butikken, før du betaler igen.",
    not_text: "Skriv tekst her.",
    not_accepted: "Dette felt accepteres ikke.",
    not_eleven_digits: "Et norsk personnummer har elleve cifre.",
    test_number: "Dette er et testnummer. Indtast dit eget personnummer.",
    typing_error: "Dette personnummer indeholder en tastefejl.",
    phone_not_complete:
      "Indtast et fuldstændigt telefonnummer, med landekode hvis det er udenlandsk.",
    phone_too_long: "Et telefonnummer har højst 40 tegn.",
    reference_too_long: "En reference har højst 100 tegn.",
    language_not_offered: "Fakturaer findes ikke på dette sprog.",
  },
  de: {
    e_invoice_in_doubt:
      "Wir warten noch darauf, dass der Rechnungsdienst Ihre Rechnung bestätigt. Bitte versuchen Sie es in einigen Minuten erneut und zahlen Sie bis dahin nicht auf andere Weise.",
    e_invoice_unavailable:
      "Der Rechnungsdienst ist gerade nicht erreichbar, es wurde keine Rechnung erstellt. Bitte versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlungsart.",
    e_invoice_not_offered:
      "Kauf auf Rechnung ist gerade nicht möglich. Bitte wählen Sie eine andere Zahlungsart.",
    e_invoice_not_granted:
      "Der Rechnungsdienst bietet für diese Personennummer keinen Kauf auf Rechnung an. Bitte prüfen Sie die Nummer oder wählen Sie eine andere Zahlungsart.",
    e_invoice_details_rejected:
      "Der Rechnungsdienst hat Ihre Angaben nicht angenommen. Bitte berichtigen Sie sie und wählen Sie erneut Kauf auf Rechnung.",
    e_invoice_details_missing:
      "Einige Angaben, die für eine Rechnung nötig sind, fehlen. Bitte prüfen Sie Name, Adresse, E-Mail und Telefonnummer.",
    e_invoice_not_made:
      "Für diese Bestellung konnte keine Rechnung erstellt werden. Bitte wählen Sie eine andere Zahlungsart oder wenden Sie sich an den Shop.",
    e_invoice_enter_again:
      "Ihre Personennummer wird nur kurze Zeit gespeichert. Bitte wählen Sie erneut Kauf auf Rechnung und geben Sie die Nummer noch einmal ein.",
    e_invoice_cart_changed:
      "Ihr Warenkorb hat sich geändert, seit Sie Kauf auf Rechnung gewählt haben. Bitte wählen Sie ihn erneut.",
    e_invoice_cancelled:
      "Die Rechnung für diese Bestellung wurde storniert. Bitte wählen Sie erneut Kauf auf Rechnung oder eine andere Zahlungsart.",
    e_invoice_ordered_at_once:
      "Diese Bestellung wurde zweimal gleichzeitig gesendet, daher wurde nichts bestellt und keine Rechnung erstellt. Bitte versuchen Sie es gleich noch einmal.",
    e_invoice_already_ordered:
      "Diese Bestellung ist bereits eingegangen. Sie müssen nicht noch einmal bezahlen.",
    e_invoice_already_paid:
      "Eine frühere Rechnung für diese Bestellung ist bereits bezahlt. Bitte wenden Sie sich an den Shop, bevor Sie noch einmal bezahlen.",
    not_text: "Bitte geben Sie hier Text ein.",
    not_accepted: "Dieses Feld wird nicht akzeptiert.",
    not_eleven_digits: "Eine norwegische Personennummer hat elf Ziffern.",
    test_number: "Das ist eine Testnummer. Bitte geben Sie Ihre eigene Personennummer ein.",
    typing_error: "Diese Personennummer enthält einen Tippfehler.",
    phone_not_complete:
      "Bitte geben Sie eine vollständige Telefonnummer ein, bei ausländischen mit Ländervorwahl.",
    phone_too_long: "Eine Telefonnummer hat höchstens 40 Zeichen.",
    reference_too_long: "Eine Referenz hat höchstens 100 Zeichen.",
    language_not_offered: "In dieser Sprache gibt es keine Rechnungen.",
  },
}
