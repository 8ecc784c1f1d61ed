import { createHash } from "node:crypto";
import type { CertificateKeyPair } from "../document-generator/certificates/certificates.ts";
import type { SeededRandom } from "../document-generator/command/seeded-random.ts";
import type { DocumentGenerator } from "../document-generator/document-generator.ts";
import type { ExpectedPart, PartOutcome } from "./expected-result.ts";

/** The inputs for one message. */
export type SampleContext = {
  generator: DocumentGenerator;
  random: SeededRandom;
  /** All documents are issued before this instant. */
  now: Date;
  /** Address of the mailbox. */
  destino: string;
  /** The S/MIME signer. */
  signer: CertificateKeyPair;
  index: number;
  /** Returns a document number that no other message uses. */
  next(): number;
};

/** A file without transfer properties. */
export type Anexo = {
  nome: string | null;
  tipo: string;
  bytes: Buffer;
  /** Content-ID of an image in the HTML body. */
  cid?: string;
};

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function expectedPartOf(
  { nome, bytes }: Pick<Anexo, "nome" | "bytes">,
  ...outcomes: PartOutcome[]
): ExpectedPart {
  return { nome, sha256: sha256Of(bytes), outcomes };
}

/** Draws a text of this length from an alphabet. */
export function drawText(
  random: SampleContext["random"],
  length: number,
  alphabet = "0123456789abcdef",
): string {
  return Array.from({ length }, () => alphabet.charAt(random.integer(0, alphabet.length - 1))).join("");
}
