import type { Acaso } from "./acaso.ts";

// Text operations that the mutations share.

const SPAN_MAX = 120;

export function span(xml: string, acaso: Acaso): [number, number] {
  const from = acaso.below(xml.length);
  return [from, Math.min(xml.length, from + 1 + acaso.below(SPAN_MAX))];
}

/** The start and end of a random element. */
export function element(xml: string, acaso: Acaso): [number, number] | null {
  const starts = [...xml.matchAll(/<([A-Za-z]+)[^>]*?(\/?)>/g)];
  if (starts.length === 0) return null;
  const { index, 0: tag, 1: name, 2: slash } = acaso.pick(starts);
  if (slash === "/") return [index, index + tag.length];
  const end = xml.indexOf(`</${name}>`, index);
  return end === -1 ? null : [index, end + (name?.length ?? 0) + 3];
}

export function onElement(xml: string, acaso: Acaso, change: (element: string) => string): string | null {
  const place = element(xml, acaso);
  return place && xml.slice(0, place[0]) + change(xml.slice(...place)) + xml.slice(place[1]);
}

export function boundary(xml: string, acaso: Acaso): number {
  const places = [...xml.matchAll(/></g)].map(({ index }) => index + 1);
  return places.length === 0 ? 0 : acaso.pick(places);
}

/** Inserts a piece between two tags or inside a value. */
export function insert(xml: string, acaso: Acaso, piece: string): string {
  const values = [...xml.matchAll(/>[^<]+</g)];
  const chosen = acaso.below(2) === 0 && values.length > 0 ? acaso.pick(values) : null;
  const at = chosen ? chosen.index + 1 + acaso.below(chosen[0].length - 1) : boundary(xml, acaso);
  return xml.slice(0, at) + piece + xml.slice(at);
}

export function addAttribute(xml: string, acaso: Acaso, attribute: string): string | null {
  return onMatch(xml, acaso, { pattern: /<[A-Za-z][A-Za-z0-9]*/g, change: (tag) => `${tag} ${attribute}` });
}

export function onMatch(
  xml: string,
  acaso: Acaso,
  { pattern, change }: { pattern: RegExp; change: (text: string) => string },
): string | null {
  const found = [...xml.matchAll(pattern)];
  if (found.length === 0) return null;
  const { index, 0: text } = acaso.pick(found);
  return xml.slice(0, index) + change(text) + xml.slice(index + text.length);
}

export function changeChar(text: string, acaso: Acaso): string {
  const at = Math.min(text.length - 1, 1 + acaso.below(Math.max(1, text.length - 2)));
  return text.slice(0, at) + acaso.pick([..."0123456789ABCabcé =+/"]) + text.slice(at + 1);
}

export function undeclare(xml: string): string {
  return xml.replace(/^<\?xml[^>]*\?>/, "");
}

export function declare(xml: string, encoding: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${undeclare(xml)}`;
}
