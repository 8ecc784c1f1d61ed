import { writePdf } from "../../papelaria/write-pdf.ts";
import { writePng } from "../../scenarios/imagem.ts";
import type { Sina } from "../gabarito.ts";
import { type Anexo, drawText, type Mesa } from "../mesa.ts";
import { writeZip } from "../pacotes/zip.ts";

/** An attachment next to the documents, and its permitted outcomes. */
export type Companhia = (mesa: Mesa, chaves: readonly string[]) => { anexo: Anexo; sinas: readonly Sina[] };

const ARQUIVO: Sina = "nao-dfe/tipo-sem-leitura";
const PDF: Sina = "nao-dfe/pdf";
/** Outside the body, an image is classified like any other file. */
const IMAGEM: readonly Sina[] = ["nao-dfe/imagem", "nao-dfe/imagem-do-corpo", ARQUIVO];

export const COMPANHIAS: Readonly<Record<string, Companhia>> = {
  danfe: (mesa, chaves) => ({
    anexo: pdf("DANFE.pdf", ["DANFE - documento auxiliar", ...chaves, drawText(mesa.sorteio, 8)]),
    sinas: [PDF],
  }),
  boleto: (mesa) => ({
    anexo: pdf("boleto.pdf", ["Recibo do pagador", drawText(mesa.sorteio, 44, "0123456789")]),
    sinas: [PDF],
  }),
  "danfe-sem-tipo": (mesa, chaves) => {
    const anexo = pdf("DANFE", [...chaves, drawText(mesa.sorteio, 8)]);
    return { anexo: { ...anexo, tipo: "application/octet-stream" }, sinas: [PDF] };
  },
  "logo-no-corpo": ({ sorteio }) => {
    const bytes = picture(sorteio);
    return {
      anexo: { nome: "logo.png", tipo: "image/png", bytes, cid: `${drawText(sorteio, 12)}@logo` },
      sinas: IMAGEM,
    };
  },
  "logo-anexo": ({ sorteio }) => ({
    anexo: { nome: "image001.png", tipo: "image/png", bytes: picture(sorteio) },
    sinas: IMAGEM,
  }),
  "convite-de-agenda": (mesa) => ({
    anexo: text(mesa, "entrega.ics", "text/calendar; method=REQUEST", [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "BEGIN:VEVENT",
      "DTSTART:20261201T120000Z",
      "SUMMARY:Entrega da mercadoria",
      "END:VEVENT",
      "END:VCALENDAR",
    ]),
    sinas: [ARQUIVO],
  }),
  "cartao-de-visita": (mesa) => ({
    anexo: text(mesa, "vendedor.vcf", "text/x-vcard", [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "FN:Celina Moura",
      "END:VCARD",
    ]),
    sinas: [ARQUIVO],
  }),
  "romaneio-em-texto": (mesa) => ({
    anexo: text(mesa, "romaneio.txt", "text/plain", ["Volume;Peso", "1;12,5", "2;7,25"]),
    sinas: [ARQUIVO],
  }),
  "planilha-csv": (mesa) => ({
    anexo: text(mesa, "itens.csv", "text/csv", ["codigo;quantidade", "CF-500T;12"]),
    sinas: [ARQUIVO],
  }),
  "planilha-xlsx": (mesa) => ({ anexo: xlsx(mesa), sinas: [ARQUIVO] }),
  "aviso-em-html": (mesa) => ({
    anexo: text(mesa, "aviso.html", "text/html", ["<html><body><p>Aviso de privacidade</p></body></html>"]),
    sinas: [ARQUIVO],
  }),
  "xml-de-pedido": (mesa) => ({
    anexo: text(mesa, "pedido.xml", "application/xml", [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<pedidoCompra><item>CF-500T</item></pedidoCompra>",
    ]),
    sinas: ["nao-dfe/xml-nao-dfe"],
  }),
  "arquivo-vazio": () => ({
    anexo: { nome: "vazio.dat", tipo: "application/octet-stream", bytes: Buffer.alloc(0) },
    sinas: ["nao-dfe/vazio"],
  }),
};

function pdf(nome: string, linhas: readonly string[]): Anexo {
  return { nome, tipo: "application/pdf", bytes: writePdf(linhas) };
}

/** A text file with a random mark, so that it differs between messages. */
function text({ sorteio }: Mesa, nome: string, tipo: string, lines: readonly string[]): Anexo {
  const mark =
    tipo.includes("xml") || tipo.includes("html") ? `<!-- ${drawText(sorteio, 8)} -->` : drawText(sorteio, 8);
  return { nome, tipo, bytes: Buffer.from(`${[...lines, mark].join("\r\n")}\r\n`, "utf8") };
}

function picture(sorteio: Mesa["sorteio"]): Buffer {
  const tone = (): number => sorteio.integer(0, 255);
  return writePng(sorteio.integer(20, 90), 24, [tone(), tone(), tone()]);
}

function xlsx({ sorteio }: Mesa): Anexo {
  const xml = (inner: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${inner}`);
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
  const bytes = writeZip([
    { nome: "[Content_Types].xml", bytes: xml(types) },
    { nome: "_rels/.rels", bytes: xml("<Relationships/>") },
    { nome: "xl/workbook.xml", bytes: xml(`<workbook><sheets>${drawText(sorteio, 8)}</sheets></workbook>`) },
  ]);
  return {
    nome: "itens.xlsx",
    tipo: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    bytes,
  };
}
