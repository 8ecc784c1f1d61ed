import type { Nota } from "../../../rpc/documents/queries.ts";
import { partyTexts as texts } from "../../../texts/nota/nota.ts";

/** One party of a document with its role; `tomador` marks the payer of the transport. */
export type Party = {
  role: string;
  nome: string;
  documento: string;
  place: string | null;
  tomador: boolean;
  terceiros: boolean;
};

type PartyData = NonNullable<Nota["tomador"]>;

/**
 * The parties of a document, in the order in which the goods pass them. The carrier of an NF-e is
 * shown with its freight.
 */
export function partiesOf(nota: Nota): Party[] {
  const { tomador } = nota;
  const parties: [string, PartyData | null][] = [
    [texts.remetente, nota.remetente],
    [texts.expedidor, nota.expedidor],
    [texts.recebedor, nota.recebedor],
    [texts.destinatario, destinatarioOf(nota)],
    [texts.transportador, nota.transporte === null ? null : nota.transportador],
  ];
  const found = [[texts.emitente, emitenteOf(nota)] as const, ...parties].flatMap(([role, party]) =>
    party === null ? [] : [describeParty(role, party, tomador)],
  );
  const [emitente, ...others] = found.map((each) => ({
    ...each,
    terceiros: nota.terceiros && each.role === texts.destinatario,
  }));
  if (!emitente) return [];
  if (tomador === null || found.some((each) => each.tomador)) return [emitente, ...others];
  return [emitente, describeParty(texts.tomador, tomador, tomador), ...others];
}

function describeParty(role: string, party: PartyData, tomador: PartyData | null): Party {
  const { nome, documento, uf, municipio } = party;
  const pays = tomador !== null && documento !== "" && documento === tomador.documento;
  return {
    role,
    nome: nome || "–",
    documento,
    place: formatPlace({ municipio, uf }),
    tomador: pays && role !== texts.tomador,
    terceiros: false,
  };
}

/** "Campinas, SP"; null if unknown. */
export function formatPlace(place: { municipio: string | null; uf: string | null } | null): string | null {
  if (place === null) return null;
  return [place.municipio, place.uf].filter(Boolean).join(", ") || null;
}

function emitenteOf(nota: Nota): PartyData {
  return { nome: nota.nomeEmitente, documento: nota.cnpjEmitente, uf: nota.ufEmitente, municipio: null };
}

function destinatarioOf(nota: Nota): PartyData | null {
  const { nomeDestinatario: nome, cnpjDestinatario: documento, ufDestinatario: uf } = nota;
  return nome ? { nome, documento: documento ?? "", uf, municipio: null } : null;
}
