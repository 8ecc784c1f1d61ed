import {
  abbreviationOfModelo,
  formatDocumento,
  formatInteger,
  isChaveAcesso,
  isCnpj,
  splitChaveAcesso,
  UFS,
} from "@malote/syntax";
import { languageTag } from "../../languages/language.ts";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";

const CHAVE_LENGTH = 44;
const MONTH_FORMAT = new Intl.DateTimeFormat(languageTag, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/**
 * Extracts the key from typed, pasted or scanned text: letters and digits, upper case, at most 44.
 */
export function extractChave(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .slice(0, CHAVE_LENGTH);
}

/** Formats a key in groups of four. */
export function formatChaveGroups(chave: string): string {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

export type Fact = { label: string; value: string; tone?: "ok" | "ruim" };

/**
 * The facts in a key: where, when and by whom the document was issued. Only for fully typed parts.
 */
export function readFacts(chave: string): Fact[] {
  const parts = splitChaveAcesso(chave);
  const { fatos } = texts;
  const factsByLength: [number, () => Fact][] = [
    [2, () => ({ label: fatos.uf, value: ufText(parts.uf) })],
    [6, () => ({ label: fatos.mes, value: monthText(parts.anoMes) })],
    [20, () => emitenteFact(parts.documento)],
    [22, () => ({ label: fatos.modelo, value: modeloText(parts.modelo) })],
    [
      34,
      () => ({
        label: fatos.numero,
        value: `${Number(parts.serie)} / ${formatInteger(Number(parts.numero))}`,
      }),
    ],
    [CHAVE_LENGTH, () => checkDigitFact(chave)],
  ];
  return factsByLength
    .filter(([requiredLength]) => chave.length >= requiredLength)
    .map(([, readFact]) => readFact());
}

function ufText(uf: string | null): string {
  const found = UFS.find(({ sigla }) => sigla === uf);
  return found ? `${found.sigla}, ${found.nome}` : texts.desconhecido;
}

function monthText(yearMonth: string): string {
  const [year, month] = [Number(yearMonth.slice(0, 2)), Number(yearMonth.slice(2))];
  return month >= 1 && month <= 12
    ? MONTH_FORMAT.format(Date.UTC(2000 + year, month - 1))
    : texts.desconhecido;
}

/** A CPF is padded with three leading zeros. */
function emitenteFact(documento: string): Fact {
  const isCpfField = documento.startsWith("000") && !isCnpj(documento);
  return isCpfField
    ? { label: texts.fatos.cpf, value: formatDocumento(documento.slice(3)) }
    : { label: texts.fatos.cnpj, value: formatDocumento(documento) };
}

function modeloText(modelo: string): string {
  const sigla = abbreviationOfModelo(modelo);
  return sigla === null ? texts.desconhecido : `${modelo}, ${sigla}`;
}

function checkDigitFact(chave: string): Fact {
  const digit = chave.slice(-1);
  const isValid = isChaveAcesso(chave);
  return {
    label: texts.fatos.digito,
    value: isValid ? texts.confere(digit) : texts.naoConfere(digit),
    tone: isValid ? "ok" : "ruim",
  };
}
