// Written by Scripts/known-chains; not to be changed by hand.
// swift-format-ignore-file

/// Apple's certificates and chains, as genuine receipts have them.
enum KnownCertificates {
  static let chains = [
    KnownChain(
      "5176c87b84b9999ed237dc03aa4d9f077286517e824d6cb3d527caef1839c9f5",
      certificate8e82c44d41989f88, certificate64b302913f11ca1b, certificateb0b1730ecbc7ff45),
    KnownChain(
      "4ad3ef363b6d8277b33163251f3d648a7bf9bed1608bda42ce39a0e53aa9b275",
      certificate8e82c44d41989f88, certificatece057691d730f89c, certificateb0b1730ecbc7ff45),
    KnownChain(
      "532651f80eddf50bf56ecddb2280e96c5e18109aa1e758d5ffd52249ec80777b",
      certificatef5a42aa9b8ae10e6, certificate64b302913f11ca1b, certificateb0b1730ecbc7ff45),
    KnownChain(
      "da94d05da6befed3cdb5f2d9cdab4d7743ecaab7a5b8bc3ccc465ed7e5c769a1",
      certificatef5a42aa9b8ae10e6, certificatece057691d730f89c, certificateb0b1730ecbc7ff45),
    KnownChain(
      "7e8acfdd85d9dbb92f5f600813e2c36cdba1dcdf1c6aaaed3b01a2ae39d77201",
      certificatefcfdfce9ac64e0fc, certificate64b302913f11ca1b, certificateb0b1730ecbc7ff45),
    KnownChain(
      "33687e057bf9b6cbfe70fcd7645929b2d5439054cbf78c957f0f685a0b862f92",
      certificatefcfdfce9ac64e0fc, certificatece057691d730f89c, certificateb0b1730ecbc7ff45),
    KnownChain(
      "edd2b99ac4325b7ac6509973408dfddb106b993944ac78fdb662f7e3e4a2f726",
      certificatebe1d8364cec09e44, certificate53fd008278e5a595, certificateb0b1730ecbc7ff45),
    KnownChain(
      "c05266ea380de418a89959a738cc4c725f7d83a44724925a990aab3e63d35acf",
      certificate5eed9f4de7e2a24a, certificate0f570d7502373a21, certificateb0b1730ecbc7ff45),
    KnownChain(
      "01574911e67c751f52dd4ea27b7542c1d90a6b7919558f2e7182f0f5a1427703",
      certificate7d873ea1a78f3e2c, certificate29901badea37c9f3, certificateb0b1730ecbc7ff45),
    KnownChain(
      "97fc1eb7b480db9b4bc4bb6db0260c28cef39f02936195d0c63f57ce4a5b7eec",
      certificatef52e5e9e91a72e29, certificate53fd008278e5a595, certificateb0b1730ecbc7ff45),
  ]

  static let certificateb0b1730ecbc7ff45 = KnownCertificate(
    fingerprint: "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
    subject: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    issuer: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    commonName: "Apple Root CA",
    serialNumber: "02",
    notBefore: 1146001236000, notAfter: 2054670036000,
    markerOIDs: [],
    modulus: "",
    exponent: 65537)
  static let certificate64b302913f11ca1b = KnownCertificate(
    fingerprint: "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",
    subject: "CN=Apple Worldwide Developer Relations Certification Authority,OU=Apple Worldwide Developer Relations,O=Apple Inc.,C=US",
    issuer: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    commonName: "Apple Worldwide Developer Relations Certification Authority",
    serialNumber: "19",
    notBefore: 1203015395000, notAfter: 1455476195000,
    markerOIDs: ["1.2.840.113635.100.6.2.1"],
    modulus: "",
    exponent: 65537)
  static let certificate8e82c44d41989f88 = KnownCertificate(
    fingerprint: "8e82c44d41989f8810a2a9fe4e5f78485a40f2d59743c98c7b540a63ed30c618",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store Receipt Signing",
    issuer: "CN=Apple Worldwide Developer Relations Certification Authority,OU=Apple Worldwide Developer Relations,O=Apple Inc.,C=US",
    commonName: "Mac App Store Receipt Signing",
    serialNumber: "1859432172749cfc",
    notBefore: 1289512681000, notAfter: 1447279081000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "tpPCtw8kXu3SNEjohQXjM5RmW+gnN797Q0nr+ckXlzNzMklKyG9oKRS4lKb0ZUs7R9fRLGZLuJjZvPUSUcvmL6n0s58c6Cj8UsCBostWYoBaopGuTkDDfSgu19PtTdmtivvyZ0js63m9Am0EWRj/jDefijfxYv+7ogNQhwrVkuCGEV4jRvXhJWMromqMshC3kSNNmj+DQPJkCVr3ja5WXNT1tG4DGwRdLBuvAJkX16X7SZHO4qERMV4ZAcDazlCDXsjrSTtJGirq4J+/0kZJnNiroYNhbA/B/LOtmXUq/COb7yII63tZFBGfczQt5rk5pjv35j7syqb7q68m34+IgQ==",
    exponent: 65537)
  static let certificatece057691d730f89c = KnownCertificate(
    fingerprint: "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
    subject: "CN=Apple Worldwide Developer Relations Certification Authority,OU=Apple Worldwide Developer Relations,O=Apple Inc.,C=US",
    issuer: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    commonName: "Apple Worldwide Developer Relations Certification Authority",
    serialNumber: "01debcc4396da010",
    notBefore: 1360273727000, notAfter: 1675806527000,
    markerOIDs: ["1.2.840.113635.100.6.2.1"],
    modulus: "",
    exponent: 65537)
  static let certificatef5a42aa9b8ae10e6 = KnownCertificate(
    fingerprint: "f5a42aa9b8ae10e6ff4659872c95826b57bb912076e90032db7a6942605c1c87",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store and iTunes Store Receipt Signing",
    issuer: "CN=Apple Worldwide Developer Relations Certification Authority,OU=Apple Worldwide Developer Relations,O=Apple Inc.,C=US",
    commonName: "Mac App Store and iTunes Store Receipt Signing",
    serialNumber: "52a4b9c5e1b11881",
    notBefore: 1443121771000, notAfter: 1508785771000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "pc+B/SWigVvWh+0j2jMcjuIjwKXEJss9xp/sSg1Vhv+kAteXyjlUbX1/slQYncQsUnGOZHuCzom6SdYI5bSIcc8/W0YuxsQduAOpWKIEPiF41du30I4SjYNMWypoN5PC8r0exNKhDEpYUqsS4+3dH5gVkDUtwswSyo1IgfdYeFRr6IwxNh9KBgxHVPM3kLiykol9X6SFSuHAnOC6pLuCl2P0K5PB/T5vysH1PKmPUhrAJQp2Dt7+mf7/wmv1W16sc1FJCFaJzEOQzI6BAtCgl7ZcsaFpaYeQEGgmJjm4HRBzsApdxXPQ33Y72C3ZiB7j7AfP4o7Q0/omVYHv4gNJIw==",
    exponent: 65537)
  static let certificatefcfdfce9ac64e0fc = KnownCertificate(
    fingerprint: "fcfdfce9ac64e0fc3568ccff5d0c700c7be3ed4103dfd8b50f08408358fe937c",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store and iTunes Store Receipt Signing",
    issuer: "CN=Apple Worldwide Developer Relations Certification Authority,OU=Apple Worldwide Developer Relations,O=Apple Inc.,C=US",
    commonName: "Mac App Store and iTunes Store Receipt Signing",
    serialNumber: "0eeb5787e79e098d",
    notBefore: 1447380909000, notAfter: 1675806527000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "pc+B/SWigVvWh+0j2jMcjuIjwKXEJss9xp/sSg1Vhv+kAteXyjlUbX1/slQYncQsUnGOZHuCzom6SdYI5bSIcc8/W0YuxsQduAOpWKIEPiF41du30I4SjYNMWypoN5PC8r0exNKhDEpYUqsS4+3dH5gVkDUtwswSyo1IgfdYeFRr6IwxNh9KBgxHVPM3kLiykol9X6SFSuHAnOC6pLuCl2P0K5PB/T5vysH1PKmPUhrAJQp2Dt7+mf7/wmv1W16sc1FJCFaJzEOQzI6BAtCgl7ZcsaFpaYeQEGgmJjm4HRBzsApdxXPQ33Y72C3ZiB7j7AfP4o7Q0/omVYHv4gNJIw==",
    exponent: 65537)
  static let certificate53fd008278e5a595 = KnownCertificate(
    fingerprint: "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
    subject: "C=US,O=Apple Inc.,OU=G5,CN=Apple Worldwide Developer Relations Certification Authority",
    issuer: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    commonName: "Apple Worldwide Developer Relations Certification Authority",
    serialNumber: "3b7e800aeed302a1e6ecdb97d9caac289cf16994",
    notBefore: 1608147536000, notAfter: 1923091200000,
    markerOIDs: ["1.2.840.113635.100.6.2.1"],
    modulus: "",
    exponent: 65537)
  static let certificatebe1d8364cec09e44 = KnownCertificate(
    fingerprint: "be1d8364cec09e4468689f8cb3248b32837061306b1b351a349ca00b16a0cff7",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store and iTunes Store Receipt Signing",
    issuer: "C=US,O=Apple Inc.,OU=G5,CN=Apple Worldwide Developer Relations Certification Authority",
    commonName: "Mac App Store and iTunes Store Receipt Signing",
    serialNumber: "15e79fce52550a65017c91dfe4eeb359",
    notBefore: 1662146037000, notAfter: 1727810036000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "vETOC61qMHavwAkMNHoZYe+9IA31+kOeE/Ws8zyTDtdlm3TCWjcnVPCOzUY6gsx1vxLgCynuWGug50Iq94cAn6LMqSLmbegN58sP9NBkW7O/jWPNwptisCnX3sCjja0bpPjraNtzhi5fzLshfWu4OG6r7yKDSBP2RKKkRpzlYux0O383lKJ2aoghewR8odOznuI1baeOj7DjZdbIMx9OjooD7Om9zB+1p4aOBPCQ77ohjm2SYnLBidCY/uNVyVbGNHT+9B6aQ3BhfX6GwnndUHXdCLDkqLV6Nn2X/PlJIB3nEmKoZdo8Flj+JlGPkXmrPVu7+S7TO1IHGDDnfw+Y7w==",
    exponent: 65537)
  static let certificate0f570d7502373a21 = KnownCertificate(
    fingerprint: "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
    subject: "CN=Apple Worldwide Developer Relations Certification Authority,OU=G7,O=Apple Inc.,C=US",
    issuer: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    commonName: "Apple Worldwide Developer Relations Certification Authority",
    serialNumber: "341858ff01fe063f8ef19f1fe93c01b4c146ffc9",
    notBefore: 1668717653000, notAfter: 1700253652000,
    markerOIDs: ["1.2.840.113635.100.6.2.1"],
    modulus: "",
    exponent: 65537)
  static let certificate5eed9f4de7e2a24a = KnownCertificate(
    fingerprint: "5eed9f4de7e2a24a811e309ff49f4952c75d2aa9ec92efae6efd442334ee1f68",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store and iTunes Store Receipt Signing",
    issuer: "CN=Apple Worldwide Developer Relations Certification Authority,OU=G7,O=Apple Inc.,C=US",
    commonName: "Mac App Store and iTunes Store Receipt Signing",
    serialNumber: "2dab031bbdd66573d20729793c4497c4",
    notBefore: 1670017564000, notAfter: 1700253652000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "wN3GrrTovG3rwX21zphZ9lBYtkLcleMaxfXPZKp/0sxhTNYU43eBxFkxtxnHTUurnSemHD5UclAiHj0wHUoORuXYJikVS+MgnK7V8yVj0JjUcfhulvOOoArFBDXpOPer+DuU2gflWzmF/515QPQaCq6VWZjTHFyKbAV9mh80RcEEzdXJkqVGFwaspIXzd1wfhfejQebbExBvbfAh6qwmpmY9XoIVx1ybKZZNfopOjni7V8k1lHu2AM4YCot1lZvpwxQ+wRA0BG23PDcz380UPmIMwN8vcrvtSr/jyGkNfpZtHU8QN27T/D0aBn1sARTIxF8xalLxMwXIYOPGA80mgQ==",
    exponent: 65537)
  static let certificate29901badea37c9f3 = KnownCertificate(
    fingerprint: "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",
    subject: "CN=Apple Worldwide Developer Relations Certification Authority,OU=G8,O=Apple Inc.,C=US",
    issuer: "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    commonName: "Apple Worldwide Developer Relations Certification Authority",
    serialNumber: "54b50baf790d8d7f8caf684c562f50690a1aba5f",
    notBefore: 1687304235000, notAfter: 1737676800000,
    markerOIDs: ["1.2.840.113635.100.6.2.1"],
    modulus: "",
    exponent: 65537)
  static let certificate7d873ea1a78f3e2c = KnownCertificate(
    fingerprint: "7d873ea1a78f3e2c49e7e0c21543efbd7bb86768242f5a033a2920da77801fb5",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store and iTunes Store Receipt Signing",
    issuer: "CN=Apple Worldwide Developer Relations Certification Authority,OU=G8,O=Apple Inc.,C=US",
    commonName: "Mac App Store and iTunes Store Receipt Signing",
    serialNumber: "58f7bae4c282410b27d6567d5180a8f1",
    notBefore: 1689272479000, notAfter: 1723401079000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "vlQd8+3kCdLEMfoHYJ/gXVdLogEdaLx0MsgXJw6S56iUY120CBroaenbAI9WhVhEO0dIL2JfKnxdPq6ilSqxVv4+mZhkQQvHCsxni7d5H0CybVbo/FntwlrRoaOEt3OyYTFohmWHKkM7BSTdVC4msDueM0wGVnbC0WkREfJjolWaRpdVckY/hvhRVPcTUZPS0NqNvEtiCyXqPsqakIR1HcU3TJtgRiOgrl17COmifZfNxunFFWGk068A2Wj6iN243DtzMPTYv5tYckwCoNAE0yi4mVlaMreKhSxfBcRs4eaxfI/eEkTmR47/Xrerk7+WQGQeSWW+BJJpnV2sHnPn7w==",
    exponent: 65537)
  static let certificatef52e5e9e91a72e29 = KnownCertificate(
    fingerprint: "f52e5e9e91a72e29a2a214806074a1164e9a1b968f445c27acd8c5692ef7c2e0",
    subject: "C=US,O=Apple Inc.,OU=Apple Worldwide Developer Relations,CN=Mac App Store and iTunes Store Receipt Signing",
    issuer: "C=US,O=Apple Inc.,OU=G5,CN=Apple Worldwide Developer Relations Certification Authority",
    commonName: "Mac App Store and iTunes Store Receipt Signing",
    serialNumber: "7d3920094ebef3f8efca6c10ea8e4303",
    notBefore: 1721832603000, notAfter: 1787496602000,
    markerOIDs: ["1.2.840.113635.100.6.11.1"],
    modulus: "rQ82m8832oFxW9bxFPwZ0/XU8DdNXEbCmilHUWG+sT+YWewcF7qvswlXBUTXF21d0jDCuzOh1In0djlWVy01P02peILRWmHWe7AulVTwB79g5CmkMz1Hr3aPXQObmjgKIczfFJeH1B1hyiqNxD5VrnydYgCwChg5uOYdjfOkMPGUk2PbE+k8jin91YhzsxSYb3PJ4jPVJ/a243XW6s6r3+L4DL5Ziu1weq6SBdlMByDlbUxIdNA+/mB3AXk+Ezt/hQDPlX+CXZQgNOuSdbUGQfufmZckuu+62JlK9Hcuedg43qPYL0VQROQzIpnV9+WchPnGBBHL4FXhNMsVsiMVpQ==",
    exponent: 65537)
}
