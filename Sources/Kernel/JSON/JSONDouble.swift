/// The shortest decimal digits that read back as this finite number, laid out as ECMAScript's `Number::toString` does, so
/// that a page and a server write the same bytes: `0.000001`, `1e-7`, `100000000000000000000`, `1e+21`.
func shortestDecimal(_ value: Double) -> [UInt8] {
  // The standard library finds the digits (Errol, then SwiftDtoa); only the layout is ours.
  var digits: [UInt8] = []
  var pointAt: Int?
  var power = 0
  var isBelow = false
  var isInPower = false
  for byte in value.magnitude.description.utf8 {
    switch byte {
    case UInt8(ascii: "."): pointAt = digits.count
    case UInt8(ascii: "e"), UInt8(ascii: "E"): isInPower = true
    case UInt8(ascii: "-"): isBelow = true
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if isInPower { power = power * 10 + Int(byte - 48) } else { digits.append(byte) }
    default: break
    }
  }
  // The value is 0.d₁d₂d₃… × 10^scale.
  var scale = (pointAt ?? digits.count) + (isBelow ? -power : power)
  let zeros = digits.prefix { $0 == 48 }.count
  digits.removeFirst(zeros)
  scale -= zeros
  while digits.last == 48 { digits.removeLast() }

  var text: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
  switch scale {
  case digits.count...21: text += digits + repeatElement(48, count: scale - digits.count)
  case 1...21: text += digits[..<scale] + [UInt8(ascii: ".")] + digits[scale...]
  case -5...0: text += [48, UInt8(ascii: ".")] + repeatElement(48, count: -scale) + digits
  default:
    text.append(digits[0])
    if digits.count > 1 { text += [UInt8(ascii: ".")] + digits[1...] }
    text += [UInt8(ascii: "e"), UInt8(ascii: scale > 0 ? "+" : "-")]
    text += Array(String(abs(scale - 1)).utf8)
  }
  return text
}
