import { gzipSync } from "node:zlib";
import { writePdf } from "../../document-generator/write-pdf.ts";
import {
  type ExpectedPart,
  type ExpectedResult,
  NOTHING_EXPECTED,
  type PartOutcome,
} from "../expected-result.ts";
import { type Anexo, drawText, expectedPartOf, type SampleContext } from "../sample-context.ts";
import { signSmime } from "./smime.ts";
import { writeZip } from "./zip.ts";

/** Packed files: the attachments, and the expectation about them. `unreadable`: no reader can open the
 * package, so that nothing in it is expected. */
export type PackedFiles = { anexos: Anexo[]; expected: ExpectedResult; unreadable: boolean };

type PackageWriter = (arquivos: readonly Anexo[], context: SampleContext) => PackedFiles;

const OPENED: PartOutcome = "pacote";
const PDF: PartOutcome = "nao-dfe/pdf";
const RAR5 = Buffer.from("526172211a070100", "hex");
const RAR4 = Buffer.from("526172211a0700cf90730000", "hex");
const SEVEN_ZIP = Buffer.from("377abcaf271c0004", "hex");

export const PACKAGES: Readonly<Record<string, PackageWriter>> = {
  solto: (arquivos) => ({ anexos: [...arquivos], expected: NOTHING_EXPECTED, unreadable: false }),
  zip: (arquivos) => zipped(arquivos.map(entryOf)),
  "zip-guardado": (arquivos) => zipped(arquivos.map((each) => ({ ...entryOf(each), stored: true }))),
  "zip-corrente": (arquivos) => zipped(arquivos.map((each) => ({ ...entryOf(each), streamed: true }))),
  "zip-com-pastas": (arquivos) =>
    zipped([
      { nome: "NFe/", bytes: Buffer.alloc(0) },
      { nome: "NFe/2026/", bytes: Buffer.alloc(0) },
      ...arquivos.map((each) => ({ ...entryOf(each), nome: `NFe/2026/${each.nome}` })),
    ]),
  "zip-nomes-cp850": (arquivos) =>
    zipped(
      arquivos.map((each, n) => ({
        ...entryOf(each),
        // "Emissão" in code page 850
        nome: Buffer.concat([Buffer.from(`${n}-Emiss`), Buffer.of(0xc6), Buffer.from(`o.xml`)]),
      })),
    ),
  "zip-com-danfe": (arquivos, context) => {
    const pdf = danfe(context);
    return zipped([...arquivos, pdf].map(entryOf), [expectedPartOf(pdf, PDF)]);
  },
  "zip-em-zip": (arquivos) => zipped([{ nome: "notas/lote.zip", bytes: writeZip(arquivos.map(entryOf)) }]),
  "zip-em-zip-em-zip": (arquivos) => {
    const inner = writeZip(arquivos.map(entryOf));
    return zipped([{ nome: "mes.zip", bytes: writeZip([{ nome: "dia.zip", bytes: inner }]) }]);
  },
  "zip-sem-extensao": (arquivos) => {
    const { anexos, ...rest } = zipped(arquivos.map(entryOf));
    return { ...rest, anexos: anexos.map((each) => ({ ...each, nome: "anexo.dat", tipo: OCTETS })) };
  },
  "zip-que-se-diz-xml": (arquivos) => {
    const { anexos, ...rest } = zipped(arquivos.map(entryOf));
    return { ...rest, anexos: anexos.map((each) => ({ ...each, nome: "nota.xml", tipo: "text/xml" })) };
  },
  gzip: (arquivos) => gzipped(arquivos),
  "gzip-em-zip": (arquivos) => {
    const { anexos } = gzipped(arquivos);
    return zipped(anexos.map(entryOf));
  },
  "xml-assinado-p7m": (arquivos, context) => ({
    anexos: arquivos.map(({ nome, bytes }) => ({
      nome: `${nome}.p7m`,
      tipo: "application/pkcs7-mime",
      bytes: signSmime(bytes, { keyPair: context.signer, signedAt: context.now, detached: false }),
    })),
    expected: { ...NOTHING_EXPECTED, otherOutcomes: [OPENED] },
    unreadable: false,
  }),
  "zip-com-senha": (arquivos) => {
    const bytes = writeZip(arquivos.map((each) => ({ ...entryOf(each), encrypted: true })));
    const anexo = { nome: "notas-protegidas.zip", tipo: "application/zip", bytes };
    // A reader may report it for the package or for each file in it.
    const expected = {
      ...NOTHING_EXPECTED,
      parts: [expectedPartOf(anexo, "erro/pacote-protegido", OPENED)],
      otherOutcomes: ["erro/pacote-protegido"],
    };
    return { anexos: [anexo], expected, unreadable: true };
  },
  "zip-quebrado": (arquivos) => {
    const whole = writeZip(arquivos.map(entryOf));
    const anexo = { nome: "notas.zip", tipo: "application/zip", bytes: whole.subarray(0, whole.length - 40) };
    return closed(anexo, "erro/pacote-invalido");
  },
  rar: (_, context) => closed(noise(context, "notas.rar", RAR5), "erro/pacote-formato"),
  "rar-antigo-que-se-diz-zip": (_, context) =>
    closed(noise(context, "notas.zip", RAR4), "erro/pacote-formato"),
  "sete-zip": (_, context) => closed(noise(context, "notas.7z", SEVEN_ZIP), "erro/pacote-formato"),
};

const OCTETS = "application/octet-stream";
const NOISE_BYTES = 3_000;

function entryOf({ nome, bytes }: Anexo): { nome: string; bytes: Buffer } {
  return { nome: nome ?? "sem-nome", bytes };
}

function zipped(entries: Parameters<typeof writeZip>[0], parts: ExpectedPart[] = []): PackedFiles {
  const anexo = { nome: "notas-fiscais.zip", tipo: "application/zip", bytes: writeZip(entries) };
  const expected = {
    ...NOTHING_EXPECTED,
    parts: [expectedPartOf(anexo, OPENED), ...parts],
    otherOutcomes: [OPENED],
  };
  return { anexos: [anexo], expected, unreadable: false };
}

function gzipped(arquivos: readonly Anexo[]): PackedFiles {
  const anexos = arquivos.map(({ nome, bytes }) => ({
    nome: `${nome}.gz`,
    tipo: "application/gzip",
    bytes: gzipSync(bytes),
  }));
  const expected = { ...NOTHING_EXPECTED, parts: anexos.map((each) => expectedPartOf(each, OPENED)) };
  return { anexos, expected, unreadable: false };
}

function closed(anexo: Anexo, outcome: PartOutcome): PackedFiles {
  return {
    anexos: [anexo],
    expected: { ...NOTHING_EXPECTED, parts: [expectedPartOf(anexo, outcome)] },
    unreadable: true,
  };
}

function noise({ random }: SampleContext, nome: string, magic: Buffer): Anexo {
  const bytes = Buffer.concat([magic, Buffer.from(drawText(random, NOISE_BYTES), "hex")]);
  return { nome, tipo: OCTETS, bytes };
}

function danfe({ random }: SampleContext): Anexo {
  const bytes = writePdf(["DANFE", drawText(random, 12)]);
  return { nome: "danfe.pdf", tipo: "application/pdf", bytes };
}
