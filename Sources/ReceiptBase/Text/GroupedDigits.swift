extension Int {
  /// The number with grouped digits, for messages to people: `5,615`.
  package var grouped: String {
    var text = ""
    let digits = Array(magnitude.description.utf8)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return self < 0 ? "-" + text : text
  }
}
