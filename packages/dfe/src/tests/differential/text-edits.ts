import type { RandomSource } from "./random-source.ts";

// Text operations that the mutations share.

const SPAN_MAX = 120;

export function span(xml: string, random: RandomSource): [number, number] {
  const from = random.below(xml.length);
  return [from, Math.min(xml.length, from + 1 + random.below(SPAN_MAX))];
}

/** The start and end of a random element. */
export function element(xml: string, random: RandomSource): [number, number] | null {
  const starts = [...xml.matchAll(/<([A-Za-z]+)[^>]*?(\/?)>/g)];
  if (starts.length === 0) return null;
  const { index, 0: tag, 1: name, 2: slash } = random.pick(starts);
  if (slash === "/") return [index, index + tag.length];
  const end = xml.indexOf(`</${name}>`, index);
  return end === -1 ? null : [index, end + (name?.length ?? 0) + 3];
}

export function onElement(
  xml: string,
  random: RandomSource,
  change: (element: string) => string,
): string | null {
  const place = element(xml, random);
  return place && xml.slice(0, place[0]) + change(xml.slice(...place)) + xml.slice(place[1]);
}

export function boundary(xml: string, random: RandomSource): number {
  const places = [...xml.matchAll(/></g)].map(({ index }) => index + 1);
  return places.length === 0 ? 0 : random.pick(places);
}

/** Inserts a piece between two tags or inside a value. */
export function insert(xml: string, random: RandomSource, piece: string): string {
  const values = [...xml.matchAll(/>[^<]+</g)];
  const chosen = random.below(2) === 0 && values.length > 0 ? random.pick(values) : null;
  const at = chosen ? chosen.index + 1 + random.below(chosen[0].length - 1) : boundary(xml, random);
  return xml.slice(0, at) + piece + xml.slice(at);
}

export function addAttribute(xml: string, random: RandomSource, attribute: string): string | null {
  return onMatch(xml, random, { pattern: /<[A-Za-z][A-Za-z0-9]*/g, change: (tag) => `${tag} ${attribute}` });
}

export function onMatch(
  xml: string,
  random: RandomSource,
  { pattern, change }: { pattern: RegExp; change: (text: string) => string },
): string | null {
  const found = [...xml.matchAll(pattern)];
  if (found.length === 0) return null;
  const { index, 0: text } = random.pick(found);
  return xml.slice(0, index) + change(text) + xml.slice(index + text.length);
}

export function changeChar(text: string, random: RandomSource): string {
  const at = Math.min(text.length - 1, 1 + random.below(Math.max(1, text.length - 2)));
  return text.slice(0, at) + random.pick([..."0123456789ABCabcé =+/"]) + text.slice(at + 1);
}

export function undeclare(xml: string): string {
  return xml.replace(/^<\?xml[^>]*\?>/, "");
}

export function declare(xml: string, encoding: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${undeclare(xml)}`;
}
