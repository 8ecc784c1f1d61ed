import {
  type CertificateKeyPair,
  makeKey,
  makeRootCa,
} from "../document-generator/certificates/certificates.ts";
import { createSeededRandom, type SeededRandom } from "../document-generator/command/seeded-random.ts";
import type { DocumentGenerator } from "../document-generator/document-generator.ts";
import { COMPANION_FILES } from "./companions/companion-files.ts";
import { DOCUMENT_KINDS } from "./documents/document-kinds.ts";
import type { DfeFile } from "./documents/make-documents.ts";
import { type ExpectedResult, joinExpected, NOTHING_EXPECTED, weakenExpected } from "./expected-result.ts";
import { type EmailAnexo, type EmailContent, inventEmail } from "./mail/email-content.ts";
import { MAIL_PROGRAMS, sendAs } from "./mail/mail-programs.ts";
import { TRANSFER_ENCODINGS, USUAL_TRANSFER } from "./mail/transfer-styles.ts";
import { ENVELOPES } from "./message/envelopes.ts";
import { MESSAGE_DAMAGES } from "./message/message-damages.ts";
import { NON_DFE_SAMPLES } from "./message/without-dfe.ts";
import { PACKAGES } from "./packages/packages.ts";
import { type Anexo, expectedPartOf, type SampleContext } from "./sample-context.ts";
import { drawTraits, SAMPLE_KINDS, type SampleKind, type SampleTraits } from "./sample-kinds.ts";
import { XML_DAMAGES } from "./xml/xml-damages.ts";
import { XML_ENCODINGS } from "./xml/xml-encodings.ts";

/** One message with its expected result. `traits` lists its properties, to analyse a failure. */
export type Sample = { index: number; kind: string; traits: string; raw: Buffer; expected: ExpectedResult };

/** An endless series of supplier e-mails: the kinds take turns, all other properties are drawn. */
export type SampleSeries = {
  /** Names of the kinds, in order. */
  readonly kinds: readonly string[];
  /** The same seed, document generator, S/MIME signer and index create the same bytes, in any order. */
  make(index: number): Sample;
};

export type SampleOptions = {
  generator: DocumentGenerator;
  /** The random source of the document generator; when absent, document keys differ between runs. */
  random?: SeededRandom;
  semente: number;
  /** All documents are issued before this instant. */
  now: Date;
  /** Address of the mailbox. */
  destino: string;
  /** The S/MIME signer; a new one by default. */
  signer?: CertificateKeyPair;
};

/** Multiplier that spreads the seeds of adjacent messages. */
const SEED_SPREAD = 0x9e3779b1;
/** Document numbers reserved for one message. */
const NUMEROS = 40;
const NUMERO_MAX = 999_000_000;

/** Opens the series of samples. */
export async function createSamples(options: SampleOptions): Promise<SampleSeries> {
  const { generator, semente: seed, now, destino } = options;
  const signer = options.signer ?? makeSigner(await makeKey(), now);
  const random = options.random ?? createSeededRandom();
  return {
    kinds: SAMPLE_KINDS.map(({ nome }) => nome),
    make: (index) => {
      const kind = SAMPLE_KINDS[index % SAMPLE_KINDS.length];
      if (!kind) throw new RangeError(`no message ${index}`);
      random.reseed(seed + Math.imul(index + 1, SEED_SPREAD));
      let taken = 0;
      const next = (): number => 1 + ((index * NUMEROS + taken++) % NUMERO_MAX);
      const context: SampleContext = { generator, random, now, destino, signer, index, next };
      return { index, kind: kind.nome, ...makeSample(kind, context) };
    },
  };
}

function makeSigner(chavePem: string, now: Date): CertificateKeyPair {
  return makeRootCa(chavePem, now);
}

function makeSample(kind: SampleKind, context: SampleContext): Omit<Sample, "index" | "kind"> {
  if ("semDfe" in kind) return makeNonDfeSample(kind.semDfe, context);
  const traits = drawTraits(kind, context);
  const arquivos = rowOf(DOCUMENT_KINDS, traits.documentos)(context);
  const { anexos, expected } = packDocuments(arquivos, traits, context);
  const composed = composeEmail({ arquivos, anexos, traits }, context);
  const lies = rowOf(TRANSFER_ENCODINGS, traits.codificacao).otherOutcomes ?? [];
  const all = joinExpected([expected, composed.expected, { ...NOTHING_EXPECTED, otherOutcomes: lies }]);
  return { ...sendMessage(composed.email, { expected: all, traits }, context), traits: describe(traits) };
}

function makeNonDfeSample(nome: string, context: SampleContext): Omit<Sample, "index" | "kind"> {
  const made = rowOf(NON_DFE_SAMPLES, nome)(context);
  const remetente = context.random.pick(Object.keys(MAIL_PROGRAMS));
  const raw = "raw" in made ? made.raw : sendAs(remetente, made.email, context);
  return { raw, expected: made.expected, traits: "raw" in made ? nome : `${nome}, ${remetente}` };
}

/** Encodes, damages and packs the XMLs; the expectation says which documents can still be read. */
function packDocuments(
  arquivos: readonly DfeFile[],
  traits: SampleTraits,
  context: SampleContext,
): { anexos: Anexo[]; expected: ExpectedResult } {
  const xmlDamage = rowOf(XML_DAMAGES, traits.dano);
  const files = arquivos.map(({ nome, xml }) => ({
    nome,
    tipo: "application/xml",
    bytes: xmlDamage.damage(rowOf(XML_ENCODINGS, traits.xml)(xml), context),
  }));
  const packed = rowOf(PACKAGES, traits.pacote)(files, context);
  const dfe = arquivos.flatMap(({ expected: esperados }) => esperados);
  if (packed.unreadable) return { anexos: packed.anexos, expected: packed.expected };
  const expectations: ExpectedResult[] = [
    packed.expected,
    { ...NOTHING_EXPECTED, otherOutcomes: OTHER_OUTCOMES },
  ];
  if (xmlDamage.effect === "perdido") {
    expectations.push({ ...NOTHING_EXPECTED, parts: files.map((file) => expectedPartOf(file, "erro")) });
  } else
    expectations.push(
      xmlDamage.effect === "talvez"
        ? weakenExpected({ ...NOTHING_EXPECTED, dfe })
        : { ...NOTHING_EXPECTED, dfe },
    );
  return { anexos: packed.anexos, expected: joinExpected(expectations) };
}

/** Outcomes of other parts of a document file: its lote, the summaries in a distribution. */
const OTHER_OUTCOMES = ["pacote/lote-aberto", "nao-dfe/resumo-sefaz", "duplicada"];

function composeEmail(
  o: { arquivos: readonly DfeFile[]; anexos: readonly Anexo[]; traits: SampleTraits },
  context: SampleContext,
): { email: EmailContent; expected: ExpectedResult } {
  const { arquivos, anexos, traits } = o;
  const [first] = arquivos;
  if (!first) throw new RangeError(`${traits.documentos} made nothing`);
  const chaves = arquivos.flatMap(({ expected: esperados }) => esperados.map(({ chave }) => chave));
  const beside = traits.companhia.map((nome) => rowOf(COMPANION_FILES, nome)(context, chaves));
  const { tipo, codificacao, nome } = traits;
  const carried: EmailAnexo[] = anexos.map((anexo) => ({
    ...anexo,
    transfer: { tipo, codificacao, nome },
    hasDfe: true,
  }));
  const others = beside.map(({ anexo }) => ({ ...anexo, transfer: USUAL_TRANSFER }));
  const email = inventEmail(context, {
    emitente: first.emitente,
    titulos: arquivos.map(({ titulo }) => titulo),
  });
  const cids = others.flatMap(({ cid }) => (cid ? [`<img src="cid:${cid}">`] : []));
  return {
    email: {
      ...email,
      html: email.html === null ? null : email.html.replace("</body>", `${cids.join("")}</body>`),
      anexos: context.random.integer(1, 2) === 1 ? [...carried, ...others] : [...others, ...carried],
    },
    expected: {
      ...NOTHING_EXPECTED,
      parts: beside.map(({ anexo, outcomes }) => expectedPartOf(anexo, ...outcomes)),
    },
  };
}

/** Without expected document, a DANFE with a key may also have the outcome "so-pdf". */
function allowOnlyPdf(expected: ExpectedResult): ExpectedResult {
  if (expected.dfe.length > 0) return expected;
  const parts = expected.parts.map((pedaco) =>
    pedaco.outcomes.includes(PDF) ? { ...pedaco, outcomes: [...pedaco.outcomes, ONLY_PDF] } : pedaco,
  );
  return { ...expected, parts };
}

const PDF = "nao-dfe/pdf";
const ONLY_PDF = "nao-dfe/so-pdf";

function sendMessage(
  email: EmailContent,
  { expected, traits: { remetente, envelope, acidente } }: { expected: ExpectedResult; traits: SampleTraits },
  context: SampleContext,
): { raw: Buffer; expected: ExpectedResult } {
  const around = rowOf(ENVELOPES, envelope);
  const accident = rowOf(MESSAGE_DAMAGES, acidente);
  const sent =
    around.send?.(email, context) ??
    sendAs(remetente, around.transformEmail?.(email, context) ?? email, context);
  const enveloped = around.transformMessage?.(sent, context) ?? sent;
  const raw = accident.damage(enveloped, context);
  // Documents found outside the message structure are reported as from a package.
  const found = acidente === "nenhum" ? [] : ["pacote"];
  const all = allowOnlyPdf({
    ...expected,
    otherOutcomes: [...expected.otherOutcomes, ...around.otherOutcomes, ...found],
  });
  if (around.unreadable) {
    const parts = [{ nome: null, sha256: null, outcomes: [around.unreadable] }];
    return { raw, expected: { ...NOTHING_EXPECTED, parts, otherOutcomes: all.otherOutcomes } };
  }
  if (accident.effect === "inteiro") return { raw, expected: all };
  const doubted = weakenExpected(all);
  return {
    raw,
    expected: accident.effect === "talvez" ? doubted : { ...doubted, dfe: all.dfe, possible: all.possible },
  };
}

function describe(traits: SampleTraits): string {
  return Object.entries(traits)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("+") : value}`)
    .join(" ");
}

function rowOf<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = table[name];
  if (row === undefined) throw new RangeError(`no row ${name}`);
  return row;
}
