import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { AchadoCode } from "../../achados.ts";
import type { Examination } from "../../examination.ts";
import { examineDfe } from "../../examine.ts";
import { RECEBIMENTO } from "../make-dfe.ts";
import { CONFIANCA, intermediate, root } from "../trust.ts";
import { DECOY, mutate } from "./mutations.ts";
import { ORIGINALS } from "./originals.ts";
import { RandomSource } from "./random-source.ts";
import { verifyWithXmlsec } from "./xmlsec.ts";

/** Reasons to refuse what xmlsec1 accepts; no other reason is allowed. */
export const REFUSAL_REASONS: Readonly<Partial<Record<AchadoCode, string>>> = {
  "xml-com-dtd": "a DTD may change the content after it was signed",
  "xml-de-outra-versao": "another version of XML has other characters",
  "xml-herdado": "xml:* attributes above the signed part change what is signed",
  "comentario-no-assinado": "a comment may split a value, and is not signed",
  "instrucao-no-assinado": "the layouts know no instructions",
  "assinatura-repetida": "the valid one of several signatures is ambiguous",
  "id-repetido": "the signed element is ambiguous; xmlsec1 knows only the Id attributes of its arguments",
  "assinado-aninhado": "one signable element could replace the other",
  "codificacao-reparada": "a guessed encoding is never verified",
  "rsa-fraca": "such a key can be forged",
  "assinatura-malformada": "the signature does not have exactly the structure of the schema",
  "algoritmo-nao-aceito": "SEFAZ accepts one canonical form, two hashes and RSA",
  "referencia-divergente":
    "the signature is of another element than the one that is read, or refers to it otherwise",
  "sem-assinatura": "the signature is not where the layout has it",
  "certificado-ilegivel": "the first certificate is invalid",
};

/** Outcomes without a signature check: xmlsec1 finds signatures anywhere, examineDfe only in documents. */
const WITHOUT_DOCUMENTO = "não é documento";
const BEYOND_LIMIT = "codificação ou limite";

/** The result; `refusals` counts extra refusals by reason, `wrong` lists forbidden disagreements. */
export type Comparison = {
  mutants: number;
  byKind: Map<string, { total: number; bothAccept: number; bothRefuse: number; onlyWeRefuse: number }>;
  refusals: Map<string, number>;
  wrong: string[];
};

/** Mutates signed documents and compares the verdicts of examineDfe and xmlsec1. What we accept, xmlsec1
 * must accept, with the signed content. What it accepts, we accept or refuse for a listed reason.
 * @param processos concurrent xmlsec1 processes */
export async function compare({
  quantidade,
  semente,
  processos,
}: {
  quantidade: number;
  semente: number;
  processos: number;
}): Promise<Comparison> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "malote-diferencial-"));
  const comparison: Comparison = { mutants: 0, byKind: new Map(), refusals: new Map(), wrong: [] };
  const pki = writePki(folder);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < quantidade) {
      const i = next;
      next += 1;
      await compareOne(comparison, { i, semente, folder, pki });
    }
  };
  await Promise.all(Array.from({ length: processos }, work));
  if (comparison.wrong.length === 0) rmSync(folder, { recursive: true });
  return comparison;
}

type Pki = Parameters<typeof verifyWithXmlsec>[1];
type TestCase = { i: number; semente: number; folder: string; pki: Pki };

async function compareOne(comparison: Comparison, { i, semente, folder, pki }: TestCase): Promise<void> {
  // Each document has its own random source, so that it can be reproduced alone.
  const random = new RandomSource(semente * 1_000_003 + i);
  const original = random.pick(ORIGINALS);
  const { nome, bytes } = mutate(original.xml, random);
  const file = path.join(folder, `${i}.xml`);
  writeFileSync(file, bytes);
  const examination = examineDfe(bytes, CONFIANCA);
  const ours = isAccepted(examination);
  let theirs = await verifyWithXmlsec(file, pki);
  if (ours && !theirs && hasMendedEdges(examination)) {
    writeFileSync(file, bytes.toString("utf8").replace(/^[\s\0\ufeff]+|[\s\0]+$/g, ""));
    theirs = await verifyWithXmlsec(file, pki);
  }
  const reason = theirs && !ours ? reasonOf(examination, bytes) : null;
  count(comparison, nome.split("+")[0] ?? nome, { ours, theirs });
  if (reason) comparison.refusals.set(reason, (comparison.refusals.get(reason) ?? 0) + 1);
  const wrong = faultOf({ exame: examination, ours, theirs, reason, original: original.xml, nome });
  if (wrong) comparison.wrong.push(`${file} (${original.nome}, ${nome}): ${wrong}`);
  else rmSync(file);
}

function faultOf(all: {
  exame: Examination;
  ours: boolean;
  theirs: boolean;
  reason: string | null;
  original: string;
  nome: string;
}): string | null {
  const { exame: examination, ours, theirs, reason, original, nome } = all;
  // Our rules exceed those of xmlsec1, which accepts decoys.
  if (ours && nome === DECOY) return "we accept a document with a decoy";
  if (ours && !theirs) return "we accept, xmlsec1 refuses";
  const said = signedPart(examination);
  if (ours && said !== null && said !== signedPart(examineDfe(Buffer.from(original), CONFIANCA))) {
    return "we accept other content than was signed";
  }
  if (theirs && !ours && !reason) {
    return `xmlsec1 accepts, we refuse: ${examination.achados.map((each) => `${each.codigo} ${each.detalhe ?? ""}`).join(", ")}`;
  }
  return null;
}

/** Says whether the signature is valid under a trusted chain, as
 * xmlsec1 reports. The signer's identity is our check alone. */
function isAccepted({ assinatura, achados }: Examination): boolean {
  const outside = achados.some(
    ({ codigo }) => codigo === "cadeia-desconhecida" || codigo === "certificado-fora-da-validade",
  );
  return assinatura.estado === "valida" && !outside;
}

function hasMendedEdges({ achados }: Examination): boolean {
  return achados.some(({ codigo }) => codigo === "bordas-reparadas");
}

function reasonOf({ veredito, achados, reading, assinatura }: Examination, bytes: Buffer): string | null {
  // A repaired document has the findings of the original; `assinatura` explains the refusal of the received
  // bytes.
  const listed = [...assinatura.motivos, ...achados.map(({ codigo }) => codigo)].find(
    (codigo) => REFUSAL_REASONS[codigo],
  );
  if (listed) return listed;
  if (veredito === null) return WITHOUT_DOCUMENTO;
  const isLimit = reading.kind === "ilegivel" && /^(?:codificacao|grande|profundo)/.test(reading.motivo);
  if (isLimit) return BEYOND_LIMIT;
  // xmlsec1 tries all certificates in the file; we take only the first as the signer's.
  const isMany = bytes.toString("latin1").split("<X509Certificate>").length > 2;
  return isMany ? "vários certificados" : null;
}

/** The content of the signed part, without SEFAZ's unsigned answer; null when nothing was read. */
function signedPart({ reading }: Examination): string | null {
  if (reading.kind === "nota") return JSON.stringify({ ...reading.nota, protocolo: null, digVal: null });
  if (reading.kind !== "evento") return null;
  const { chaveAcesso, tpEvento, nSeqEvento, descEvento, autor, dataEvento, justificativa, ambiente } =
    reading.evento;
  return [chaveAcesso, tpEvento, nSeqEvento, descEvento, autor, dataEvento, justificativa, ambiente].join(
    "|",
  );
}

function count(
  comparison: Comparison,
  tipo: string,
  { ours, theirs }: { ours: boolean; theirs: boolean },
): void {
  comparison.mutants += 1;
  const { byKind } = comparison;
  const line = byKind.get(tipo) ?? { total: 0, bothAccept: 0, bothRefuse: 0, onlyWeRefuse: 0 };
  line.total += 1;
  if (ours && theirs) line.bothAccept += 1;
  else if (!ours && !theirs) line.bothRefuse += 1;
  else if (theirs) line.onlyWeRefuse += 1;
  byKind.set(tipo, line);
}

function writePki(folder: string): Pki {
  mkdirSync(folder, { recursive: true });
  const files = {
    raiz: path.join(folder, "raiz.pem"),
    intermediaria: path.join(folder, "intermediaria.pem"),
  };
  writeFileSync(files.raiz, root.certificadoPem);
  writeFileSync(files.intermediaria, intermediate.certificadoPem);
  return { ...files, agora: RECEBIMENTO.slice(0, 19).replace("T", " ") };
}
