import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { AchadoCodigo } from "../../achados.ts";
import { examineDfe } from "../../examine.ts";
import type { Examination } from "../../veredito.ts";
import { RECEBIMENTO } from "../make-dfe.ts";
import { CONFIANCA, intermediaria, raiz } from "../trust.ts";
import { DECOY, mutate } from "./mutations.ts";
import { ORIGINALS } from "./originals.ts";
import { RandomSource } from "./random-source.ts";
import { verifyWithXmlsec } from "./xmlsec.ts";

/** Reasons to refuse what xmlsec1 accepts; no other reason is allowed. */
export const REFUSAL_REASONS: Readonly<Partial<Record<AchadoCodigo, string>>> = {
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
const SEM_DOCUMENTO = "não é documento";
const FORA_DE_LIMITE = "codificação ou limite";

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
  const comparacao: Comparison = { mutants: 0, byKind: new Map(), refusals: new Map(), wrong: [] };
  const pki = writePki(folder);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < quantidade) {
      const i = next;
      next += 1;
      await compareOne(comparacao, { i, semente, folder, pki });
    }
  };
  await Promise.all(Array.from({ length: processos }, work));
  if (comparacao.wrong.length === 0) rmSync(folder, { recursive: true });
  return comparacao;
}

type Pki = Parameters<typeof verifyWithXmlsec>[1];
type Caso = { i: number; semente: number; folder: string; pki: Pki };

async function compareOne(comparacao: Comparison, { i, semente, folder, pki }: Caso): Promise<void> {
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
  count(comparacao, nome.split("+")[0] ?? nome, { ours, theirs });
  if (reason) comparacao.refusals.set(reason, (comparacao.refusals.get(reason) ?? 0) + 1);
  const wrong = faultOf({ exame: examination, ours, theirs, reason, original: original.xml, nome });
  if (wrong) comparacao.wrong.push(`${file} (${original.nome}, ${nome}): ${wrong}`);
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

function reasonOf({ veredito, achados, leitura, assinatura }: Examination, bytes: Buffer): string | null {
  // A repaired document has the findings of the original; `assinatura` explains the refusal of the received
  // bytes.
  const listed = [...assinatura.motivos, ...achados.map(({ codigo }) => codigo)].find(
    (codigo) => REFUSAL_REASONS[codigo],
  );
  if (listed) return listed;
  if (veredito === null) return SEM_DOCUMENTO;
  const isLimit = leitura.kind === "ilegivel" && /^(?:codificacao|grande|profundo)/.test(leitura.motivo);
  if (isLimit) return FORA_DE_LIMITE;
  // xmlsec1 tries all certificates in the file; we take only the first as the signer's.
  const isMany = bytes.toString("latin1").split("<X509Certificate>").length > 2;
  return isMany ? "vários certificados" : null;
}

/** The content of the signed part, without SEFAZ's unsigned answer; null when nothing was read. */
function signedPart({ leitura }: Examination): string | null {
  if (leitura.kind === "nota") return JSON.stringify({ ...leitura.nota, protocolo: null, digVal: null });
  if (leitura.kind !== "evento") return null;
  const { chaveAcesso, tpEvento, nSeqEvento, descEvento, autor, dataEvento, justificativa, ambiente } =
    leitura.evento;
  return [chaveAcesso, tpEvento, nSeqEvento, descEvento, autor, dataEvento, justificativa, ambiente].join(
    "|",
  );
}

function count(
  comparacao: Comparison,
  tipo: string,
  { ours, theirs }: { ours: boolean; theirs: boolean },
): void {
  comparacao.mutants += 1;
  const { byKind } = comparacao;
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
  writeFileSync(files.raiz, raiz.certificadoPem);
  writeFileSync(files.intermediaria, intermediaria.certificadoPem);
  return { ...files, agora: RECEBIMENTO.slice(0, 19).replace("T", " ") };
}
