/** Which of a Cluster's 16,384 slots a key lies in: CRC-16/XMODEM of its hash tag, as the Cluster specification has it. */

const SLOTS = 16_384

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

export function slotOf(key: string): number {
  let crc = 0
  for (const byte of Buffer.from(hashTag(key))) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] as number)
  }
  return crc % SLOTS
}

/** What is between the first brace and the one that closes it; the whole key where that is nothing. */
function hashTag(key: string): string {
  const open = key.indexOf('{')
  const close = key.indexOf('}', open + 1)
  return open !== -1 && close > open + 1 ? key.slice(open + 1, close) : key
}
