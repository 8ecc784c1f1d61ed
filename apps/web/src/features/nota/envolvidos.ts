import type { Nota } from "../../rpc/queries.ts";
import { envolvidos as textos } from "../../textos/nota.ts";

/** One party of a document with its role; `tomador` marks the payer of the transport. */
export type Envolvido = {
  papel: string;
  nome: string;
  documento: string;
  lugar: string | null;
  tomador: boolean;
  terceiros: boolean;
};

type Parte = NonNullable<Nota["tomador"]>;

/**
 * The parties of a document, in the order in which the goods pass them. The carrier of an NF-e is
 * shown with its freight.
 */
export function envolvidosOf(nota: Nota): Envolvido[] {
  const { tomador } = nota;
  const partes: [string, Parte | null][] = [
    [textos.remetente, nota.remetente],
    [textos.expedidor, nota.expedidor],
    [textos.recebedor, nota.recebedor],
    [textos.destinatario, destinatarioOf(nota)],
    [textos.transportador, nota.transporte === null ? null : nota.transportador],
  ];
  const found = [[textos.emitente, emitenteOf(nota)] as const, ...partes].flatMap(([papel, parte]) =>
    parte === null ? [] : [describe(papel, parte, tomador)],
  );
  const [emitente, ...others] = found.map((each) => ({
    ...each,
    terceiros: nota.terceiros && each.papel === textos.destinatario,
  }));
  if (!emitente) return [];
  if (tomador === null || found.some((each) => each.tomador)) return [emitente, ...others];
  return [emitente, describe(textos.tomador, tomador, tomador), ...others];
}

function describe(papel: string, parte: Parte, tomador: Parte | null): Envolvido {
  const { nome, documento, uf, municipio } = parte;
  const pays = tomador !== null && documento !== "" && documento === tomador.documento;
  return {
    papel,
    nome: nome || "–",
    documento,
    lugar: formatLugar({ municipio, uf }),
    tomador: pays && papel !== textos.tomador,
    terceiros: false,
  };
}

/** "Campinas, SP"; null if unknown. */
export function formatLugar(lugar: { municipio: string | null; uf: string | null } | null): string | null {
  if (lugar === null) return null;
  return [lugar.municipio, lugar.uf].filter(Boolean).join(", ") || null;
}

function emitenteOf(nota: Nota): Parte {
  return { nome: nota.nomeEmitente, documento: nota.cnpjEmitente, uf: nota.ufEmitente, municipio: null };
}

function destinatarioOf(nota: Nota): Parte | null {
  const { nomeDestinatario: nome, cnpjDestinatario: documento, ufDestinatario: uf } = nota;
  return nome ? { nome, documento: documento ?? "", uf, municipio: null } : null;
}
