extension Int {
  /// `5,615`: figures in messages are for people.
  var grouped: String {
    var text = ""
    let digits = description
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
