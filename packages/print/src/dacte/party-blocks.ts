import type { PrintedCte } from "@malote/dfe";
import { type Block, cardBlock, type Labelled, rowBlock } from "./block.ts";
import { cep, city, documento, joinTexts, type Party, phone, street } from "./format.ts";
import { IE_INDICATORS, nameOf, TOMADORES } from "./texts.ts";

type Side = { label: string; parte: Party | null };

/** From this width on, in millimetres, a party has three lines. */
const WIDE_SIDE = 120;

/** Start and end of the service, and the states between. */
export function placesBlock({ inicio: start, fim: end, percurso }: PrintedCte, width: number): Block {
  const style = { font: "bold", fontSize: 9 } as const;
  const first = { title: "INÍCIO DA PRESTAÇÃO", text: city(start), ...style };
  const last = { title: "TÉRMINO DA PRESTAÇÃO", text: city(end), ...style };
  const via = { title: "PERCURSO DO VEÍCULO", text: percurso.join(" - "), ...style };
  return rowBlock(percurso.length > 0 ? [first, via, last] : [first, last], width);
}

/** The parties, two per row. If there is only one of expedidor and recebedor, the tomador is beside it;
 * without both, their boxes are left out.   @source MOC CT-e 4.00 anexo II §2.7 */
export function partyBlocks(form: PrintedCte, width: number): Block[] {
  const { remetente, destinatario, expedidor, recebedor } = form;
  const tomador = { label: tomadorLabel(form), parte: form.tomador.parte };
  if (form.documento !== "cte") return [partyBlock(tomador, { form, width })];
  const blocks = [
    partyPairBlock(
      { label: "REMETENTE", parte: remetente },
      { label: "DESTINATÁRIO", parte: destinatario },
      width,
    ),
  ];
  if (!expedidor && !recebedor) return [...blocks, partyBlock(tomador, { form, width })];
  const left = expedidor ? { label: "EXPEDIDOR", parte: expedidor } : tomador;
  const right = recebedor ? { label: "RECEBEDOR", parte: recebedor } : tomador;
  blocks.push(partyPairBlock(left, right, width));
  return expedidor && recebedor ? [...blocks, partyBlock(tomador, { form, width })] : blocks;
}

function tomadorLabel({ tomador, documento: kind }: PrintedCte): string {
  if (kind === "os") return "TOMADOR/USUÁRIO DO SERVIÇO";
  return tomador.codigo === null ? "TOMADOR DO SERVIÇO" : `TOMADOR (${nameOf(TOMADORES, tomador.codigo)})`;
}

function partyPairBlock(left: Side, right: Side, width: number): Block {
  const half = width / 2;
  return cardBlock([linesOf(left, half), linesOf(right, half)], width);
}

function linesOf({ label, parte }: Side, width: number): Labelled[][] {
  const name: Labelled = { label, text: parte?.nome ?? "", isBold: true };
  const address: Labelled = { label: "ENDEREÇO", text: parte ? street(parte) : "" };
  const municipio: Labelled = { label: "MUNICÍPIO", text: parte ? city(parte.endereco) : "" };
  const code: Labelled = { label: "CEP", text: cep(parte?.endereco.cep ?? null) };
  const numero: Labelled = { label: "CNPJ/CPF", text: documento(parte?.documento ?? null) };
  const ie: Labelled = { label: "INSCRIÇÃO ESTADUAL", text: parte?.ie ?? "" };
  const pais: Labelled = { label: "PAÍS", text: parte?.endereco.pais ?? "" };
  const telefone: Labelled = { label: "FONE", text: phone(parte?.fone ?? null) };
  if (width > WIDE_SIDE) {
    return [
      [{ ...name, weight: 2 }, numero],
      [{ ...address, weight: 2 }, ie],
      [
        { ...municipio, weight: 1.2 },
        { ...code, weight: 0.8 },
        { ...pais, weight: 0.8 },
        { ...telefone, weight: 1.2 },
      ],
    ];
  }
  return [
    [name],
    [address],
    [{ ...municipio, weight: 2 }, code],
    [{ ...numero, weight: 1.1 }, ie],
    [{ ...pais, weight: 1.1 }, telefone],
  ];
}

/** One party with the full width. */
function partyBlock({ label, parte }: Side, { form, width }: { form: PrintedCte; width: number }): Block {
  const lines: Labelled[][] = [
    [
      { label, text: parte?.nome ?? "", weight: 2, isBold: true },
      { label: "MUNICÍPIO", text: parte ? city(parte.endereco) : "", weight: 1 },
    ],
    [
      { label: "ENDEREÇO", text: parte ? street(parte) : "", weight: 2 },
      { label: "CEP", text: cep(parte?.endereco.cep ?? null), weight: 0.4 },
      { label: "PAÍS", text: parte?.endereco.pais ?? "", weight: 0.6 },
    ],
    [
      { label: "CNPJ/CPF", text: documento(parte?.documento ?? null), weight: 1 },
      { label: "INSCRIÇÃO ESTADUAL", text: joinTexts([parte?.ie ?? null, ieOf(form)]), weight: 1 },
      { label: "FONE", text: phone(parte?.fone ?? null), weight: 1 },
    ],
  ];
  return cardBlock([lines], width);
}

/** Why the tomador has no IE, if it has none. */
function ieOf({ tomador }: PrintedCte): string {
  return tomador.parte?.ie ? "" : nameOf(IE_INDICATORS, tomador.indicadorIe);
}
