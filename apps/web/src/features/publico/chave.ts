import {
  formatDocumento,
  formatInteiro,
  isChaveAcesso,
  isCnpj,
  siglaOfModelo,
  splitChaveAcesso,
  UFS,
} from "@malote/syntax";
import { download as textos } from "../../textos/publico.ts";

const TAMANHO = 44;
const MESES = new Intl.DateTimeFormat("pt-BR", { month: "long", year: "numeric", timeZone: "UTC" });

/**
 * Extracts the key from typed, pasted or scanned text: letters and digits, upper case, at most 44.
 */
export function cleanChave(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .slice(0, TAMANHO);
}

/** Formats a key in groups of four. */
export function groupChave(chave: string): string {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

export type Fato = { rotulo: string; valor: string; tom?: "certo" | "errado" };

/**
 * The facts in a key: where, when and by whom the document was issued. Only for fully typed parts.
 */
export function readFatos(chave: string): Fato[] {
  const partes = splitChaveAcesso(chave);
  const { fatos } = textos;
  const all: [number, () => Fato][] = [
    [2, () => ({ rotulo: fatos.uf, valor: sayUf(partes.uf) })],
    [6, () => ({ rotulo: fatos.mes, valor: sayMes(partes.anoMes) })],
    [20, () => sayEmitente(partes.documento)],
    [22, () => ({ rotulo: fatos.modelo, valor: sayModelo(partes.modelo) })],
    [
      34,
      () => ({
        rotulo: fatos.numero,
        valor: `${Number(partes.serie)} / ${formatInteiro(Number(partes.numero))}`,
      }),
    ],
    [TAMANHO, () => sayDigito(chave)],
  ];
  return all.filter(([until]) => chave.length >= until).map(([, say]) => say());
}

function sayUf(uf: string | null): string {
  const found = UFS.find(({ sigla }) => sigla === uf);
  return found ? `${found.sigla}, ${found.nome}` : textos.desconhecido;
}

function sayMes(anoMes: string): string {
  const [ano, mes] = [Number(anoMes.slice(0, 2)), Number(anoMes.slice(2))];
  return mes >= 1 && mes <= 12 ? MESES.format(Date.UTC(2000 + ano, mes - 1)) : textos.desconhecido;
}

/** A CPF is padded with three leading zeros. */
function sayEmitente(documento: string): Fato {
  const isCpfField = documento.startsWith("000") && !isCnpj(documento);
  return isCpfField
    ? { rotulo: textos.fatos.cpf, valor: formatDocumento(documento.slice(3)) }
    : { rotulo: textos.fatos.cnpj, valor: formatDocumento(documento) };
}

function sayModelo(modelo: string): string {
  const sigla = siglaOfModelo(modelo);
  return sigla === null ? textos.desconhecido : `${modelo}, ${sigla}`;
}

function sayDigito(chave: string): Fato {
  const digito = chave.slice(-1);
  const right = isChaveAcesso(chave);
  return {
    rotulo: textos.fatos.digito,
    valor: right ? textos.confere(digito) : textos.naoConfere(digito),
    tom: right ? "certo" : "errado",
  };
}
