import { hasChaveShape } from "../consulta/chave.ts";
import { isAmbiente } from "../message.ts";
import type { Elemento } from "../read-xml.ts";

/** A parsed distDFeInt. */
export type DistribuicaoRequest = {
  tpAmb: string;
  cUFAutor: string | null;
  /** CNPJ or CPF. */
  interessado: string;
  por: { kind: "ultimo"; ultNSU: number } | { kind: "nsu"; nsu: number } | { kind: "chave"; chave: string };
};

const NSU = /^[0-9]{15}$/;

/**
 * `byChave`: the path of a key in the request, null for a list without such a request. Null for any other
 * shape.
 * @source distDFeInt_v1.01.xsd; distDFeInt_v1.00.xsd of the CT-e, which has no query by key
 */
export function readDistDFeInt(
  dadosMsg: Elemento,
  { namespace, versao, byChave }: { namespace: string; versao: string; byChave: string | null },
): DistribuicaoRequest | null {
  const [message] = dadosMsg.filhos;
  if (message?.nome !== "distDFeInt" || message.namespace !== namespace) return null;
  if (message.atributos.versao !== versao) return null;
  const rest = [...message.filhos];
  const take = (nome: string): string | null =>
    rest[0]?.nome === nome && rest[0].filhos.length === 0 ? (rest.shift()?.texto ?? null) : null;
  const tpAmb = take("tpAmb");
  const cUFAutor = take("cUFAutor");
  const interessado = take("CNPJ") ?? take("CPF");
  const por = rest.length === 1 && rest[0] ? readCriterion(rest[0], byChave) : null;
  if (tpAmb === null || !isAmbiente(tpAmb) || interessado === null || !por) return null;
  return { tpAmb, cUFAutor, interessado, por };
}

function readCriterion(elemento: Elemento, byChave: string | null): DistribuicaoRequest["por"] | null {
  const [only, ...others] = elemento.filhos;
  if (!only || others.length > 0 || only.filhos.length > 0) return null;
  const { texto } = only;
  const asked = `${elemento.nome}/${only.nome}`;
  if (asked === "distNSU/ultNSU" && NSU.test(texto)) return { kind: "ultimo", ultNSU: Number(texto) };
  if (asked === "consNSU/NSU" && NSU.test(texto)) return { kind: "nsu", nsu: Number(texto) };
  const porChave = asked === byChave && hasChaveShape(texto);
  return porChave ? { kind: "chave", chave: texto } : null;
}
