import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { makeZip } from "./make-zip.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("the ZIP contains each file unchanged, with its name and CRC-32", async () => {
  const files = [
    { nome: "35.xml", bytes: bytesOf("<nfe/>") },
    { nome: "ação.pdf", bytes: bytesOf("%PDF-1.7") },
  ];
  const zip = Buffer.from(await makeZip(files, new Date(2026, 10, 22, 18, 30, 10)).arrayBuffer());
  const end = zip.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  expect(end.readUInt16LE(10)).toBe(2);
  let central = end.readUInt32LE(16);
  for (const { nome, bytes } of files) {
    const head = zip.subarray(central);
    expect(head.readUInt32LE(0)).toBe(0x02014b50);
    const length = head.readUInt16LE(28);
    expect(head.subarray(46, 46 + length).toString()).toBe(nome);
    expect(head.readUInt32LE(16)).toBe(crc32(bytes));
    const local = head.readUInt32LE(42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    expect(zip.subarray(start, start + bytes.length).equals(bytes)).toBe(true);
    central += 46 + length;
  }
});
