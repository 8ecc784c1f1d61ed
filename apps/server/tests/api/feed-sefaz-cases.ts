import { byChave, byNsu, byUltNsu, writeRequest } from "../setup/feed-client.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { NOSSA } from "../setup/nota-copies.ts";

const writeDist = (inner: string, attributes = 'versao="1.01"'): string =>
  `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" ${attributes}>${inner}</distDFeInt>`;
const REQUESTER = `<tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${NOSSA}</CNPJ>`;
const chave = inventChave(1);
const wrongDigitChave = chave.slice(0, 43) + ((Number(chave[43]) + 1) % 10);

/** Requests that SEFAZ answers with a cStat, by their fault. */
export const INVALID_REQUESTS: readonly (readonly [nome: string, dados: string, cStat: string])[] = [
  ["a field too many", writeDist(`${REQUESTER}<x/>${byUltNsu(0)}`), "215"],
  ["no environment", writeDist(`<CNPJ>${NOSSA}</CNPJ>${byUltNsu(0)}`), "215"],
  [
    "an NSU of 14 digits",
    writeDist(`${REQUESTER}<distNSU><ultNSU>${"0".repeat(14)}</ultNSU></distNSU>`),
    "215",
  ],
  ["two questions", writeDist(`${REQUESTER}${byUltNsu(0)}${byNsu(1)}`), "215"],
  ["no question", writeDist(REQUESTER), "215"],
  ["a state that is none", writeDist(REQUESTER.replace("35", "99") + byUltNsu(0)), "215"],
  ["an old version", writeDist(REQUESTER + byUltNsu(0), 'versao="1.00"'), "239"],
  ["a prefix", `<n:distDFeInt xmlns:n="http://www.portalfiscal.inf.br/nfe" versao="1.01"/>`, "404"],
  ["text that is no XML", "&lt;distDFeInt", "243"],
  ["a message as text", `<![CDATA[${writeDist(REQUESTER + byUltNsu(0))}]]>`, "137"],
  [
    "a CNPJ with a wrong digit",
    writeDist(`<tpAmb>1</tpAmb><CNPJ>11222333000180</CNPJ>${byUltNsu(0)}`),
    "489",
  ],
  ["a CPF with a wrong digit", writeDist(`<tpAmb>1</tpAmb><CPF>52998224724</CPF>${byUltNsu(0)}`), "490"],
  ["a CPF", writeDist(`<tpAmb>1</tpAmb><CPF>52998224725</CPF>${byUltNsu(0)}`), "472"],
  ["the other environment", writeDist(REQUESTER.replace(">1<", ">2<") + byUltNsu(0)), "252"],
  ["a key with a wrong digit", writeDist(REQUESTER + byChave(wrongDigitChave)), "236"],
  ["a key that is none", writeDist(REQUESTER + byChave("1".repeat(40))), "215"],
  ["a key of nobody's", writeDist(REQUESTER + byChave(inventChave(999))), "137"],
  ["a number beyond the last", writeDist(REQUESTER + byUltNsu(7)), "589"],
];

/** Requests that are refused by HTTP status. */
export const NON_REQUESTS = [
  ["a document type", "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", {}, 400],
  ["no envelope", "<x/>", {}, 500],
  ["half an envelope", writeRequest(byUltNsu(0)).slice(0, 200), {}, 400],
  ["another operation", writeRequest(byUltNsu(0)).replaceAll("nfeDistDFeInteresse", "outra"), {}, 400],
  ["another encoding", Buffer.from(writeRequest(byUltNsu(0)), "utf16le"), {}, 400],
  ["JSON", "{}", { media: "application/json" }, 415],
  ["a body too large", " ".repeat(40_000), {}, 413],
  ["another verb", "", { metodo: "PUT" }, 405],
  ["another address", "", { caminho: "/Services/" }, 404],
] as const;
