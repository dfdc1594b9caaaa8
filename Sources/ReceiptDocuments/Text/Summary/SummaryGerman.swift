extension SummaryPhrase {
  var german: String {
    switch self {
    case .paid: "Abonniert: bezahlt bis {date}"
    case .subscribed: "Abonniert bis {date}"
    case .introductory: "Abonniert zum Einführungspreis bis {date}"
    case .offer: "Abonniert mit einem Angebot bis {date}"
    case .free: "Kostenlos abonniert bis {date}"
    case .freeOffer: "Mit einem Angebot kostenlos abonniert bis {date}"
    case .freeTrial: "Kostenlose Probezeit bis {date}"
    case .shared: "Von einem Familienmitglied geteilt bis {date}"
    case .seat: "Ein zugeteilter Platz bis {date}"
    case .activeUndated: "Abonniert, das Ende geht daraus nicht hervor"
    case .autoRenewOff: "{state}, automatische Verlängerung aus"
    case .autoRenewOn: "{state}, automatische Verlängerung an"
    case .renewsAs: "{state}, verlängert sich danach als {product}"
    case .renewalUnknown: "Ob sich das Abo verlängert, geht daraus nicht hervor."
    case .renewedAhead:
      "Es ist eine Verlängerung: ihr Zeitraum beginnt am {date}, der Zeitraum davor ist hier nicht enthalten."
    case .earlierRefund: "Apple hat einen früheren Zeitraum erstattet; am laufenden ändert das nichts."
    case .gracePeriod: "Zahlung fehlgeschlagen, Zugriff noch bis {date}"
    case .graceWithoutEnd: "Zahlung fehlgeschlagen, Zugriff noch bis spätestens {date}"
    case .graceUnknown: "Ob nach einer fehlgeschlagenen Zahlung noch Zugriff gewährt wird, steht nicht in einem Beleg."
    case .billingRetry: "Zahlung fehlgeschlagen: seit {date} nicht bezahlt"
    case .billingRetryNow: "Zahlung fehlgeschlagen: nicht bezahlt"
    case .refunded: "Erstattet am {date}"
    case .refundedUndated: "Erstattet, Zeitpunkt unbekannt"
    case .refundedInPart: "Teilweise erstattet ({share}) am {date}"
    case .becauseOfApp: "{state} wegen eines gemeldeten Problems mit der App"
    case .notBecauseOfApp: "{state} (anderer Grund)"
    case .noLongerShared: "Seit {date} nicht mehr in der Familie geteilt"
    case .noLongerSharedUndated: "Nicht mehr in der Familie geteilt"
    case .refundedOrUnshared: "Am {date} erstattet oder nicht mehr in der Familie geteilt"
    case .refundedOrUnsharedUndated: "Erstattet oder nicht mehr in der Familie geteilt"
    case .shareUnknown: "Ob ganz oder nur zum Teil erstattet wurde, geht daraus nicht hervor."
    case .seatTakenBack: "Der Platz wurde am {date} entzogen"
    case .seatTakenBackUndated: "Der Platz wurde entzogen"
    case .moved:
      """
      Unklar: Apple hat das Abo am {date} beendet, vielleicht ohne Erstattung, etwa beim Wechsel in ein Paket. \
      Bitten Sie um den Status aller Abos
      """
    case .movedUndated:
      """
      Unklar: Apple hat das Abo beendet, vielleicht ohne Erstattung, etwa beim Wechsel in ein Paket. Bitten Sie \
      um den Status aller Abos
      """
    case .replaced: "Ersetzt durch {product}"
    case .replacedBySame: "Ersetzt durch ein anderes Abo desselben Produkts"
    case .upgraded: "Am {date} durch ein anderes Produkt ersetzt. Bitten Sie um die neueste Transaktion"
    case .upgradedUndated:
      "Durch ein anderes Produkt ersetzt, Zeitpunkt unbekannt. Bitten Sie um die neueste Transaktion"
    case .expired: "Abgelaufen am {date}"
    case .expiredUndated: "Abgelaufen"
    case .customerTurnedOff: "{state}: automatische Verlängerung vom Kunden ausgeschaltet"
    case .billingError: "{state}: die Zahlung schlug fehl"
    case .priceNotAccepted: "{state}: der Kunde hat einem höheren Preis nicht zugestimmt"
    case .notForSale: "{state}: das Produkt wurde nicht mehr verkauft"
    case .begins: "Beginnt am {date}"
    case .later: "Damals noch nicht, erst später: {state}"
    case .sharedSince: "Von einem Familienmitglied geteilt seit {date}"
    case .sharedUndated: "Von einem Familienmitglied geteilt, seit wann ist unbekannt"
    case .assignedSince: "Von einer Organisation oder Gruppe zugeteilt seit {date}"
    case .assignedUndated: "Von einer Organisation oder Gruppe zugeteilt, seit wann ist unbekannt"
    case .gotFree: "Kostenlos erhalten am {date}"
    case .gotFreeUndated: "Kostenlos erhalten, Zeitpunkt unbekannt"
    case .bought: "Gekauft am {date}"
    case .boughtUndated: "Gekauft, Zeitpunkt unbekannt"
    case .boughtOften: "{count}-mal gekauft, zuletzt am {date}"
    case .over:
      """
      Unklar: Der letzte bekannte Zeitraum endete am {date}. Eine spätere Verlängerung kann hier nicht enthalten sein \
      ({source} vom {known})
      """
    case .overUndated: "Unklar: der Zeitraum endete am {date}, und eine Verlängerung kann hier fehlen"
    case .overShort: "Der letzte bekannte Zeitraum endete am {date}"
    case .overRemark:
      """
      Ob danach verlängert wurde, ist nicht feststellbar. Bitten Sie den Kunden, Käufe wiederherzustellen und den \
      Beleg erneut zu senden.
      """
    case .askAgain: "Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden."
    case .renewalOn:
      "Automatische Verlängerung an. Der Kauf selbst steht nicht darin. Bitten Sie um die Transaktion"
    case .renewalOff:
      "Automatische Verlängerung aus. Der Kauf selbst steht nicht darin. Bitten Sie um die Transaktion"
    case .renewalOnly: "Unklar: über eine Zahlung steht nichts darin. Bitten Sie um die Transaktion"
    case .earlierOnly:
      """
      Unklar: es geht um einen früheren Zeitraum, der neueste endet am {date}. Bitten Sie um dessen \
      Transaktion
      """
    case .contradicted: "Unklar: die Angaben widersprechen sich. Bitten Sie um den Status des Abos"
    case .unknown: "Unklar: das Datum fehlt"
    case .asOf: "Stand: {source} vom {known}. Seitdem kann sich etwas geändert haben."
    case .asOfUnknown: "Wann es signiert wurde, ist unbekannt. Seitdem kann sich etwas geändert haben."
    case .test: "Test: {state}"
    case .testRemark: "Testkauf: niemand hat bezahlt."
    case .tests: "Testkäufe: niemand hat bezahlt."
    case .mayBeOfTwo: "Zwei Eingaben haben keinen Kauf gemeinsam: sie können von zwei Kunden sein."
    case .missing: "Kein Kauf von {product}"
    case .environmentUnknown: "Es kann ein Testkauf sein: dass es aus der Produktion stammt, ist nicht bewiesen."
    case .claims: "Darin wird behauptet: {state}."
    case .product: "Produkt: {product}"
    case .app: "App: {app}"
    case .appInProduction: "App: {app}, aus der Produktion"
    case .more: "Und {count} weitere, siehe unten."
    case .partlyRead: "Unklar: nur ein Teil wurde gelesen; bitte einzeln senden."
    case .pageMissing:
      """
      Unklar: weitere Seiten dieser Antwort fehlen.
      Fragen Sie mit der revision dieser Seite nach der nächsten, und geben Sie alle Seiten zusammen an.
      """
    case .otherApp: "Von einer anderen App: {app}."
    case .noApp: "Unklar: zu welcher App es gehört, steht nicht darin. Bitten Sie um die Transaktion."
    case .signatureMismatch: "Nicht von Apple: Inhalt und Signatur gehören nicht zusammen."
    case .unsigned: "Nicht von Apple: nicht signiert."
    case .untrustedSigner: "Nicht von Apple: dem Unterzeichner wird nicht vertraut."
    case .signerNotInIt:
      """
      Nicht bewiesen: Belege aus iOS 6 enthalten das Zertifikat nicht, das den Unterzeichner ausweist.
      Bitten Sie den Kunden um einen neuen Beleg.
      """
    case .wrongPurpose: "Kein Kaufnachweis: für einen anderen Zweck signiert."
    case .incomplete: "Unvollständig: das Ende der Signatur fehlt. Bitten Sie um den ganzen Text."
    case .outsideValidity:
      """
      Unklar: am {date}, dem angegebenen Datum der Signatur, war ein Zertifikat nicht gültig.
      Bitten Sie um einen neuen Beleg.
      """
    case .outsideValidityAsked:
      """
      Unklar: ein Zertifikat war am {date} nicht gültig, dem Zeitpunkt der Anfrage.
      Ohne ihn zählt das eigene Datum.
      """
    case .outsideValidityUndated:
      "Unklar: ohne Datum wurden die Zertifikate zum {date} geprüft, und eines war da nicht gültig."
    case .notJudged:
      """
      Unklar: es fehlt ein Datum, zu dem die Zertifikate geprüft werden könnten.
      Bitten Sie um einen neuen Beleg.
      """
    case .xcode: "Testkauf aus Xcode: niemand hat bezahlt."
    case .xcodeEmpty: "Keine Käufe, in einem Testbeleg aus Xcode."
    case .notSigned:
      """
      Unklar: nicht signiert, jeder könnte es geschrieben haben.
      Bitten Sie den Kunden um den Beleg selbst.
      """
    case .receiptCut:
      """
      Unklar: der signierte Beleg darin (latest_receipt) ist abgeschnitten.
      Bitten Sie um den ganzen Text.
      """
    case .refusedByApple:
      """
      Apple hat es mit Status {status} abgelehnt.
      Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden.
      """
    case .appOnly:
      """
      Unklar: es geht um die App selbst, nicht um Käufe darin.
      Bitten Sie um eine Transaktion oder einen Beleg.
      """
    case .developerToken: "Das Token eines Entwicklers, kein Beleg. Es ist geheim: geben Sie es nicht weiter."
    case .foreignToken: "Ein Token von {name}, kein Beleg: über Käufe steht nichts darin."
    case .signInWithApple: "„Mit Apple anmelden“"
    case .otherService: "einem anderen Dienst"
    case .noPurchaseInThis:
      "Unklar: es geht um keinen Kauf. Bitten Sie um eine Transaktion oder einen Beleg."
    case .noPurchases:
      """
      Keine Käufe. Stand: {source} vom {known}.
      Falls der Kunde etwas gekauft hat, bitten Sie ihn, Käufe wiederherzustellen und den Beleg erneut zu senden.
      """
    case .appBegins:
      "Die App selbst wurde am {date} gekauft oder kostenlos geladen; welches von beiden, geht daraus nicht hervor."
    case .appOfOrganization: "Eine Organisation hat die App selbst gekauft und stellt sie dem Kunden bereit."
    case .firstIsNewer: "Der erste ist {distance} neuer"
    case .secondIsNewer: "Der zweite ist {distance} neuer"
    case .firstClaimsNewer: "Der erste ist nach eigenen Angaben {distance} neuer"
    case .secondClaimsNewer: "Der zweite ist nach eigenen Angaben {distance} neuer"
    case .areOfOneMoment: "Beide sind vom selben Zeitpunkt"
    case .claimOneMoment: "Beide sind nach eigenen Angaben vom selben Zeitpunkt"
    case .ageUnknown: "Welcher der beiden neuer ist, ist unbekannt"
    case .answerSame: "{state}; die Antwort ist dieselbe: „{after}“."
    case .answersSame: "{state}; die Antwort ist für jedes Produkt dieselbe."
    case .claimsDiffer: "{state}; die Antwort ist dieselbe, „{after}“, aber sie behaupten Verschiedenes."
    case .answerChanged: "{state}; die Antwort war „{before}“ und ist jetzt „{after}“."
    case .answersDiffer: "{state}; der erste sagt „{before}“, der zweite sagt „{after}“."
    case .productDiffers: "{state}; bei einem Produkt ist die Antwort anders."
    case .productsDiffer: "{state}; bei {count} Produkten ist die Antwort anders."
    case .notCompared: "Diese beiden lassen sich nicht vergleichen."
    case .twoApps: "Von zwei Apps: {first} und {second}."
    case .twoEnvironments: "Aus zwei Umgebungen: {first} und {second}."
    case .twoCustomers: "Von zwei Kunden der App."
    case .nothingShared: "Kein Kauf kommt in beiden vor: sie können von zwei Kunden sein."
    case .firstNotProven: "Die Echtheit des ersten ist nicht bewiesen: {state}"
    case .secondNotProven: "Die Echtheit des zweiten ist nicht bewiesen: {state}"
    case .unreadable: "Das lässt sich nicht als Beleg lesen."
    case .notTogether:
      "Das lässt sich nicht zusammenfassen: alle Teile müssen von einem Kunden und aus einer App sein."
    case .twoEnvironmentsTogether:
      "Das lässt sich nicht zusammenfassen: ein Teil ist aus der Produktion, ein anderer aus einer Testumgebung."
    case .secretBeside: "{name} ist das Token eines Entwicklers. Es ist geheim: geben Sie das hier nicht weiter."
    case .tokenBeside: "{name} ist das Token eines anderen Dienstes; über Käufe steht nichts darin."
    case .item: "Teil {count}"
    case .itemUnread: "{name} ließ sich nicht lesen und fehlt in der Antwort."
    case .partlyProven:
      "Teilweise bewiesen: {count} von {all} Teilen. Die Antwort folgt allein daraus; das Übrige sind nur "
        + "Behauptungen."
    case .undated:
      "Das Datum „{name}“ wurde nicht verstanden: schreiben Sie es als Jahr-Monat-Tag, zum Beispiel 2025-12-05. "
        + "Alles gilt für jetzt."
    case .failedChecks: "Eine Prüfung ist nicht bestanden: {name}."
    case .missingChecks: "Das Gefragte ließ sich nicht prüfen: {name}."
    case .appOnlyChecked: "Bei mehreren Teilen werden nur App und Produkte geprüft."
    case .notChecked: "Das Gefragte wurde nicht geprüft: es ist nicht signiert."
    case .asAsked: "Beantwortet für den {date}."
    case .besideDiffers: "Das Verglichene sagt etwas anderes oder lässt sich nicht vergleichen; siehe unten."
    case .besideUnread: "Der Vergleich war nicht möglich; siehe unten."
    case .noAppAsked: "Sie haben keine App angegeben. Ob es Ihre ist, wurde nicht geprüft."
    case .appAsked: "Geprüft für: {name}."
    case .onlyClaims: "Was darin behauptet wird; Apple bürgt nicht dafür."
    case .partlyClaims: "Nicht alles davon ist bewiesen. Was nicht bewiesen ist, ist markiert."
    case .testClaims: "Was darin steht; ein Test-Aussteller hat es signiert, nicht Apple."
    case .receipt: "dieser Beleg"
    case .answer: "diese Antwort"
    case .notification: "diese Mitteilung"
    case .transaction: "diese Transaktion"
    case .renewal: "diese Angaben zur Verlängerung"
    case .history: "der neueste Teil"
    }
  }
}
