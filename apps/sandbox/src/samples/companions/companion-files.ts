import { writePdf } from "../../document-generator/write-pdf.ts";
import { writePng } from "../../scenarios/write-png.ts";
import type { PartOutcome } from "../expected-result.ts";
import { writeZip } from "../packages/zip.ts";
import { type Anexo, drawText, type SampleContext } from "../sample-context.ts";

/** An attachment next to the documents, and its permitted outcomes. */
export type CompanionFile = (
  context: SampleContext,
  chaves: readonly string[],
) => { anexo: Anexo; outcomes: readonly PartOutcome[] };

const FILE_OUTCOME: PartOutcome = "nao-dfe/tipo-sem-leitura";
const PDF: PartOutcome = "nao-dfe/pdf";
/** Outside the body, an image is classified like any other file. */
const IMAGE_OUTCOMES: readonly PartOutcome[] = ["nao-dfe/imagem", "nao-dfe/imagem-do-corpo", FILE_OUTCOME];

export const COMPANION_FILES: Readonly<Record<string, CompanionFile>> = {
  danfe: (context, chaves) => ({
    anexo: pdf("DANFE.pdf", ["DANFE - documento auxiliar", ...chaves, drawText(context.random, 8)]),
    outcomes: [PDF],
  }),
  boleto: (context) => ({
    anexo: pdf("boleto.pdf", ["Recibo do pagador", drawText(context.random, 44, "0123456789")]),
    outcomes: [PDF],
  }),
  "danfe-sem-tipo": (context, chaves) => {
    const anexo = pdf("DANFE", [...chaves, drawText(context.random, 8)]);
    return { anexo: { ...anexo, tipo: "application/octet-stream" }, outcomes: [PDF] };
  },
  "logo-no-corpo": ({ random }) => {
    const bytes = picture(random);
    return {
      anexo: { nome: "logo.png", tipo: "image/png", bytes, cid: `${drawText(random, 12)}@logo` },
      outcomes: IMAGE_OUTCOMES,
    };
  },
  "logo-anexo": ({ random }) => ({
    anexo: { nome: "image001.png", tipo: "image/png", bytes: picture(random) },
    outcomes: IMAGE_OUTCOMES,
  }),
  "convite-de-agenda": (context) => ({
    anexo: text(context, "entrega.ics", "text/calendar; method=REQUEST", [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "BEGIN:VEVENT",
      "DTSTART:20261201T120000Z",
      "SUMMARY:Entrega da mercadoria",
      "END:VEVENT",
      "END:VCALENDAR",
    ]),
    outcomes: [FILE_OUTCOME],
  }),
  "cartao-de-visita": (context) => ({
    anexo: text(context, "vendedor.vcf", "text/x-vcard", [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "FN:Celina Moura",
      "END:VCARD",
    ]),
    outcomes: [FILE_OUTCOME],
  }),
  "romaneio-em-texto": (context) => ({
    anexo: text(context, "romaneio.txt", "text/plain", ["Volume;Peso", "1;12,5", "2;7,25"]),
    outcomes: [FILE_OUTCOME],
  }),
  "planilha-csv": (context) => ({
    anexo: text(context, "itens.csv", "text/csv", ["codigo;quantidade", "CF-500T;12"]),
    outcomes: [FILE_OUTCOME],
  }),
  "planilha-xlsx": (context) => ({ anexo: xlsx(context), outcomes: [FILE_OUTCOME] }),
  "aviso-em-html": (context) => ({
    anexo: text(context, "aviso.html", "text/html", [
      "<html><body><p>Aviso de privacidade</p></body></html>",
    ]),
    outcomes: [FILE_OUTCOME],
  }),
  "xml-de-pedido": (context) => ({
    anexo: text(context, "pedido.xml", "application/xml", [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<pedidoCompra><item>CF-500T</item></pedidoCompra>",
    ]),
    outcomes: ["nao-dfe/xml-nao-dfe"],
  }),
  "arquivo-vazio": () => ({
    anexo: { nome: "vazio.dat", tipo: "application/octet-stream", bytes: Buffer.alloc(0) },
    outcomes: ["nao-dfe/vazio"],
  }),
};

function pdf(nome: string, textLines: readonly string[]): Anexo {
  return { nome, tipo: "application/pdf", bytes: writePdf(textLines) };
}

/** A text file with a random mark, so that it differs between messages. */
function text({ random }: SampleContext, nome: string, tipo: string, lines: readonly string[]): Anexo {
  const mark =
    tipo.includes("xml") || tipo.includes("html") ? `<!-- ${drawText(random, 8)} -->` : drawText(random, 8);
  return { nome, tipo, bytes: Buffer.from(`${[...lines, mark].join("\r\n")}\r\n`, "utf8") };
}

function picture(random: SampleContext["random"]): Buffer {
  const tone = (): number => random.integer(0, 255);
  return writePng(random.integer(20, 90), 24, [tone(), tone(), tone()]);
}

function xlsx({ random }: SampleContext): Anexo {
  const xml = (inner: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${inner}`);
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
  const bytes = writeZip([
    { nome: "[Content_Types].xml", bytes: xml(types) },
    { nome: "_rels/.rels", bytes: xml("<Relationships/>") },
    { nome: "xl/workbook.xml", bytes: xml(`<workbook><sheets>${drawText(random, 8)}</sheets></workbook>`) },
  ]);
  return {
    nome: "itens.xlsx",
    tipo: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    bytes,
  };
}
