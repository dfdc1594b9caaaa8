extension SummaryPhrase {
  var german: String {
    switch self {
    case .paid: "Abonniert: bezahlt bis {date}"
    case .subscribed: "Abonniert bis {date}"
    case .introductory: "Abonniert zum Einführungspreis bis {date}"
    case .offer: "Abonniert mit einem Angebot bis {date}"
    case .freeTrial: "Kostenlose Probezeit bis {date}"
    case .shared: "Von einem Familienmitglied geteilt bis {date}"
    case .autoRenewOff: "{state}, automatische Verlängerung aus"
    case .gracePeriod: "Zahlung fehlgeschlagen, Zugriff noch bis {date}"
    case .billingRetry: "Zahlung fehlgeschlagen: seit {date} nicht bezahlt"
    case .billingRetryNow: "Zahlung fehlgeschlagen: nicht bezahlt"
    case .refunded: "Erstattet am {date}"
    case .refundedUndated: "Erstattet, Zeitpunkt unbekannt"
    case .refundedInPart: "Teilweise erstattet ({share}) am {date}"
    case .becauseOfApp: "{state} wegen eines Problems mit der App"
    case .noLongerShared: "Seit {date} nicht mehr in der Familie geteilt"
    case .noLongerSharedUndated: "Nicht mehr in der Familie geteilt"
    case .expired: "Abgelaufen am {date}"
    case .expiredUndated: "Abgelaufen"
    case .customerTurnedOff: "{state}: automatische Verlängerung vom Kunden ausgeschaltet"
    case .billingError: "{state}: die Zahlung schlug fehl"
    case .priceNotAccepted: "{state}: der Kunde hat einem höheren Preis nicht zugestimmt"
    case .notForSale: "{state}: das Produkt wurde nicht mehr verkauft"
    case .begins: "Beginnt am {date}"
    case .bought: "Gekauft am {date}"
    case .boughtUndated: "Gekauft, Zeitpunkt unbekannt"
    case .boughtOften: "{count}-mal gekauft, zuletzt am {date}"
    case .over:
      "Nicht feststellbar: der Zeitraum endete am {date}, später als {source} vom {known}; eine Verlängerung danach steht nicht darin. Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden"
    case .overUndated:
      "Nicht feststellbar: der Zeitraum endete am {date}, und eine Verlängerung kann hier fehlen. Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden"
    case .overShort: "Der letzte bekannte Zeitraum endete am {date}"
    case .renewalOn:
      "Nicht feststellbar: die automatische Verlängerung ist an, ob bezahlt wurde, steht nicht darin. Bitten Sie um die Transaktion"
    case .renewalOff:
      "Nicht feststellbar: die automatische Verlängerung ist aus, ob bezahlt wurde, steht nicht darin. Bitten Sie um die Transaktion"
    case .renewalOnly: "Nicht feststellbar: über eine Zahlung steht nichts darin. Bitten Sie um die Transaktion"
    case .unknown:
      "Nicht feststellbar: das Datum fehlt. Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden"
    case .asOf: "{state}. Stand: {source} vom {known}; ein neuerer Nachweis kann anderes sagen."
    case .asOfAlone: "Stand: {source} vom {known}; ein neuerer Nachweis kann anderes sagen."
    case .asOfUnknown: "Wann es signiert wurde, ist unbekannt; ein neuerer Nachweis kann anderes sagen."
    case .test: "Testkauf: niemand hat bezahlt. {state}"
    case .tests: "Testkäufe: niemand hat bezahlt."
    case .environmentUnknown: "Es kann ein Testkauf sein: dass es aus dem echten Store stammt, ist nicht bewiesen."
    case .claims: "Es behauptet: {state}."
    case .product: "Produkt: {product}"
    case .app: "App: {app}"
    case .more: "Und {count} weitere, siehe unten."
    case .partlyRead: "Nicht feststellbar: nur ein Teil wurde gelesen; bitte einzeln senden."
    case .otherApp: "Von einer anderen App: {app}."
    case .changed: "Nicht von Apple: nach dem Signieren verändert."
    case .unsigned: "Nicht von Apple: nicht signiert."
    case .untrustedSigner: "Nicht von Apple: dem Unterzeichner wird nicht vertraut."
    case .wrongPurpose: "Kein Kaufnachweis: für einen anderen Zweck signiert."
    case .outsideValidity:
      "Nicht feststellbar: ein Zertifikat war beim Signieren nicht gültig. Bitten Sie den Kunden um einen neuen Beleg."
    case .xcode: "Testkauf aus Xcode: niemand hat bezahlt."
    case .notSigned:
      "Nicht feststellbar: nicht signiert, jeder könnte es geschrieben haben. Bitten Sie den Kunden um den Beleg selbst."
    case .refusedByApple:
      "Apple hat es mit Status {status} abgelehnt. Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden."
    case .appOnly:
      "Nicht feststellbar: es geht um die App selbst, nicht um Käufe darin. Bitten Sie um eine Transaktion oder einen Beleg."
    case .noPurchaseInThis:
      "Nicht feststellbar: es geht um keinen Kauf. Bitten Sie um eine Transaktion oder einen Beleg."
    case .noPurchases:
      "Keine Käufe. Stand: {source} vom {known}. Falls der Kunde etwas gekauft hat, bitten Sie ihn, Käufe wiederherzustellen und den Beleg erneut zu senden."
    case .receipt: "dieser Beleg"
    case .answer: "diese Antwort"
    case .notification: "diese Mitteilung"
    case .transaction: "diese Transaktion"
    case .renewal: "diese Angaben zur Verlängerung"
    case .history: "das neueste Stück"
    }
  }
}
