import { NOSSA } from "./copias.ts";
import { porChave, porNsu, porUltimo, writePergunta } from "./feed-sefaz.ts";
import { inventChave } from "./wire-notas.ts";

const dist = (inner: string, attributes = 'versao="1.01"'): string =>
  `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" ${attributes}>${inner}</distDFeInt>`;
const quem = `<tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${NOSSA}</CNPJ>`;
const chave = inventChave(1);
const trocado = chave.slice(0, 43) + ((Number(chave[43]) + 1) % 10);

/** Requests that SEFAZ answers with a cStat, by their fault. */
export const ERRADAS: readonly (readonly [nome: string, dados: string, cStat: string])[] = [
  ["a field too many", dist(`${quem}<x/>${porUltimo(0)}`), "215"],
  ["no environment", dist(`<CNPJ>${NOSSA}</CNPJ>${porUltimo(0)}`), "215"],
  ["an NSU of 14 digits", dist(`${quem}<distNSU><ultNSU>${"0".repeat(14)}</ultNSU></distNSU>`), "215"],
  ["two questions", dist(`${quem}${porUltimo(0)}${porNsu(1)}`), "215"],
  ["no question", dist(quem), "215"],
  ["a state that is none", dist(quem.replace("35", "99") + porUltimo(0)), "215"],
  ["an old version", dist(quem + porUltimo(0), 'versao="1.00"'), "239"],
  ["a prefix", `<n:distDFeInt xmlns:n="http://www.portalfiscal.inf.br/nfe" versao="1.01"/>`, "404"],
  ["text that is no XML", "&lt;distDFeInt", "243"],
  ["a message as text", `<![CDATA[${dist(quem + porUltimo(0))}]]>`, "137"],
  ["a CNPJ with a wrong digit", dist(`<tpAmb>1</tpAmb><CNPJ>11222333000180</CNPJ>${porUltimo(0)}`), "489"],
  ["a CPF with a wrong digit", dist(`<tpAmb>1</tpAmb><CPF>52998224724</CPF>${porUltimo(0)}`), "490"],
  ["a CPF", dist(`<tpAmb>1</tpAmb><CPF>52998224725</CPF>${porUltimo(0)}`), "472"],
  ["the other environment", dist(quem.replace(">1<", ">2<") + porUltimo(0)), "252"],
  ["a key with a wrong digit", dist(quem + porChave(trocado)), "236"],
  ["a key that is none", dist(quem + porChave("1".repeat(40))), "215"],
  ["a key of nobody's", dist(quem + porChave(inventChave(999))), "137"],
  ["a number beyond the last", dist(quem + porUltimo(7)), "589"],
];

/** Requests that are refused by HTTP status. */
export const NADAS = [
  ["a document type", "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", {}, 400],
  ["no envelope", "<x/>", {}, 500],
  ["half an envelope", writePergunta(porUltimo(0)).slice(0, 200), {}, 400],
  ["another operation", writePergunta(porUltimo(0)).replaceAll("nfeDistDFeInteresse", "outra"), {}, 400],
  ["another encoding", Buffer.from(writePergunta(porUltimo(0)), "utf16le"), {}, 400],
  ["JSON", "{}", { media: "application/json" }, 415],
  ["a body too large", " ".repeat(40_000), {}, 413],
  ["another verb", "", { metodo: "PUT" }, 405],
  ["another address", "", { caminho: "/Services/" }, 404],
] as const;
