import { gzipSync } from "node:zlib";
import { writePdf } from "../../papelaria/write-pdf.ts";
import { GABARITO_VAZIO, type Gabarito, type Pedaco, type Sina } from "../gabarito.ts";
import { type Anexo, drawText, type Mesa, pedacoOf } from "../mesa.ts";
import { signSmime } from "./smime.ts";
import { writeZip } from "./zip.ts";

/** Packed files: the attachments, and the expectation about them. `perdido`: no reader can open the
 * package, so that nothing in it is expected. */
export type Empacotado = { anexos: Anexo[]; gabarito: Gabarito; perdido: boolean };

type Pacote = (arquivos: readonly Anexo[], mesa: Mesa) => Empacotado;

const ABERTO: Sina = "pacote";
const PDF: Sina = "nao-dfe/pdf";
const RAR5 = Buffer.from("526172211a070100", "hex");
const RAR4 = Buffer.from("526172211a0700cf90730000", "hex");
const SETE_ZIP = Buffer.from("377abcaf271c0004", "hex");

export const PACOTES: Readonly<Record<string, Pacote>> = {
  solto: (arquivos) => ({ anexos: [...arquivos], gabarito: GABARITO_VAZIO, perdido: false }),
  zip: (arquivos) => zipped(arquivos.map(entradaOf)),
  "zip-guardado": (arquivos) => zipped(arquivos.map((each) => ({ ...entradaOf(each), guardada: true }))),
  "zip-corrente": (arquivos) => zipped(arquivos.map((each) => ({ ...entradaOf(each), corrente: true }))),
  "zip-com-pastas": (arquivos) =>
    zipped([
      { nome: "NFe/", bytes: Buffer.alloc(0) },
      { nome: "NFe/2026/", bytes: Buffer.alloc(0) },
      ...arquivos.map((each) => ({ ...entradaOf(each), nome: `NFe/2026/${each.nome}` })),
    ]),
  "zip-nomes-cp850": (arquivos) =>
    zipped(
      arquivos.map((each, n) => ({
        ...entradaOf(each),
        // "Emissão" in code page 850
        nome: Buffer.concat([Buffer.from(`${n}-Emiss`), Buffer.of(0xc6), Buffer.from(`o.xml`)]),
      })),
    ),
  "zip-com-danfe": (arquivos, mesa) => {
    const pdf = danfe(mesa);
    return zipped([...arquivos, pdf].map(entradaOf), [pedacoOf(pdf, PDF)]);
  },
  "zip-em-zip": (arquivos) => zipped([{ nome: "notas/lote.zip", bytes: writeZip(arquivos.map(entradaOf)) }]),
  "zip-em-zip-em-zip": (arquivos) => {
    const inner = writeZip(arquivos.map(entradaOf));
    return zipped([{ nome: "mes.zip", bytes: writeZip([{ nome: "dia.zip", bytes: inner }]) }]);
  },
  "zip-sem-extensao": (arquivos) => {
    const { anexos, ...rest } = zipped(arquivos.map(entradaOf));
    return { ...rest, anexos: anexos.map((each) => ({ ...each, nome: "anexo.dat", tipo: OCTETS })) };
  },
  "zip-que-se-diz-xml": (arquivos) => {
    const { anexos, ...rest } = zipped(arquivos.map(entradaOf));
    return { ...rest, anexos: anexos.map((each) => ({ ...each, nome: "nota.xml", tipo: "text/xml" })) };
  },
  gzip: (arquivos) => gzipped(arquivos),
  "gzip-em-zip": (arquivos) => {
    const { anexos } = gzipped(arquivos);
    return zipped(anexos.map(entradaOf));
  },
  "xml-assinado-p7m": (arquivos, mesa) => ({
    anexos: arquivos.map(({ nome, bytes }) => ({
      nome: `${nome}.p7m`,
      tipo: "application/pkcs7-mime",
      bytes: signSmime(bytes, { par: mesa.assinante, quando: mesa.agora, destacada: false }),
    })),
    gabarito: { ...GABARITO_VAZIO, soltas: [ABERTO] },
    perdido: false,
  }),
  "zip-com-senha": (arquivos) => {
    const bytes = writeZip(arquivos.map((each) => ({ ...entradaOf(each), cifrada: true })));
    const anexo = { nome: "notas-protegidas.zip", tipo: "application/zip", bytes };
    // A reader may report it for the package or for each file in it.
    const gabarito = {
      ...GABARITO_VAZIO,
      pedacos: [pedacoOf(anexo, "erro/pacote-protegido", ABERTO)],
      soltas: ["erro/pacote-protegido"],
    };
    return { anexos: [anexo], gabarito, perdido: true };
  },
  "zip-quebrado": (arquivos) => {
    const whole = writeZip(arquivos.map(entradaOf));
    const anexo = { nome: "notas.zip", tipo: "application/zip", bytes: whole.subarray(0, whole.length - 40) };
    return closed(anexo, "erro/pacote-invalido");
  },
  rar: (_, mesa) => closed(noise(mesa, "notas.rar", RAR5), "erro/pacote-formato"),
  "rar-antigo-que-se-diz-zip": (_, mesa) => closed(noise(mesa, "notas.zip", RAR4), "erro/pacote-formato"),
  "sete-zip": (_, mesa) => closed(noise(mesa, "notas.7z", SETE_ZIP), "erro/pacote-formato"),
};

const OCTETS = "application/octet-stream";
const NOISE_BYTES = 3_000;

function entradaOf({ nome, bytes }: Anexo): { nome: string; bytes: Buffer } {
  return { nome: nome ?? "sem-nome", bytes };
}

function zipped(entradas: Parameters<typeof writeZip>[0], pedacos: Pedaco[] = []): Empacotado {
  const anexo = { nome: "notas-fiscais.zip", tipo: "application/zip", bytes: writeZip(entradas) };
  const gabarito = { ...GABARITO_VAZIO, pedacos: [pedacoOf(anexo, ABERTO), ...pedacos], soltas: [ABERTO] };
  return { anexos: [anexo], gabarito, perdido: false };
}

function gzipped(arquivos: readonly Anexo[]): Empacotado {
  const anexos = arquivos.map(({ nome, bytes }) => ({
    nome: `${nome}.gz`,
    tipo: "application/gzip",
    bytes: gzipSync(bytes),
  }));
  const gabarito = { ...GABARITO_VAZIO, pedacos: anexos.map((each) => pedacoOf(each, ABERTO)) };
  return { anexos, gabarito, perdido: false };
}

function closed(anexo: Anexo, sina: Sina): Empacotado {
  return {
    anexos: [anexo],
    gabarito: { ...GABARITO_VAZIO, pedacos: [pedacoOf(anexo, sina)] },
    perdido: true,
  };
}

function noise({ sorteio }: Mesa, nome: string, magic: Buffer): Anexo {
  const bytes = Buffer.concat([magic, Buffer.from(drawText(sorteio, NOISE_BYTES), "hex")]);
  return { nome, tipo: OCTETS, bytes };
}

function danfe({ sorteio }: Mesa): Anexo {
  const bytes = writePdf(["DANFE", drawText(sorteio, 12)]);
  return { nome: "danfe.pdf", tipo: "application/pdf", bytes };
}
