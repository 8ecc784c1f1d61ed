import type { PapelCte } from "@malote/dfe";
import { type Bloco, blocoFaixa, blocoFichas, type Rotulado } from "./bloco.ts";
import { cep, cidade, documento, fone, juntos, type Parte, rua } from "./formato.ts";
import { INDICADORES_IE, nomeOf, TOMADORES } from "./texts.ts";

type Lado = { rotulo: string; parte: Parte | null };

/** From this width on, in millimetres, a party has three lines. */
const LADO_LARGO = 120;

/** Start and end of the service, and the states between. */
export function blocoLocais({ inicio, fim, percurso }: PapelCte, largura: number): Bloco {
  const style = { fonte: "negrito", corpo: 9 } as const;
  const first = { titulo: "INÍCIO DA PRESTAÇÃO", texto: cidade(inicio), ...style };
  const last = { titulo: "TÉRMINO DA PRESTAÇÃO", texto: cidade(fim), ...style };
  const via = { titulo: "PERCURSO DO VEÍCULO", texto: percurso.join(" - "), ...style };
  return blocoFaixa(percurso.length > 0 ? [first, via, last] : [first, last], largura);
}

/** The parties, two per row. If there is only one of expedidor and recebedor, the tomador is beside it;
 * without both, their boxes are left out.   @source MOC CT-e 4.00 anexo II §2.7 */
export function blocosPartes(papel: PapelCte, largura: number): Bloco[] {
  const { remetente, destinatario, expedidor, recebedor } = papel;
  const tomador = { rotulo: rotuloTomador(papel), parte: papel.tomador.parte };
  if (papel.documento !== "cte") return [blocoParte(tomador, { papel, largura })];
  const blocos = [
    blocoLados(
      { rotulo: "REMETENTE", parte: remetente },
      { rotulo: "DESTINATÁRIO", parte: destinatario },
      largura,
    ),
  ];
  if (!expedidor && !recebedor) return [...blocos, blocoParte(tomador, { papel, largura })];
  const left = expedidor ? { rotulo: "EXPEDIDOR", parte: expedidor } : tomador;
  const right = recebedor ? { rotulo: "RECEBEDOR", parte: recebedor } : tomador;
  blocos.push(blocoLados(left, right, largura));
  return expedidor && recebedor ? [...blocos, blocoParte(tomador, { papel, largura })] : blocos;
}

function rotuloTomador({ tomador, documento: kind }: PapelCte): string {
  if (kind === "os") return "TOMADOR/USUÁRIO DO SERVIÇO";
  return tomador.codigo === null ? "TOMADOR DO SERVIÇO" : `TOMADOR (${nomeOf(TOMADORES, tomador.codigo)})`;
}

function blocoLados(left: Lado, right: Lado, largura: number): Bloco {
  const half = largura / 2;
  return blocoFichas([linhasOf(left, half), linhasOf(right, half)], largura);
}

function linhasOf({ rotulo, parte }: Lado, largura: number): Rotulado[][] {
  const nome: Rotulado = { rotulo, texto: parte?.nome ?? "", isForte: true };
  const endereco: Rotulado = { rotulo: "ENDEREÇO", texto: parte ? rua(parte) : "" };
  const municipio: Rotulado = { rotulo: "MUNICÍPIO", texto: parte ? cidade(parte.endereco) : "" };
  const codigo: Rotulado = { rotulo: "CEP", texto: cep(parte?.endereco.cep ?? null) };
  const numero: Rotulado = { rotulo: "CNPJ/CPF", texto: documento(parte?.documento ?? null) };
  const ie: Rotulado = { rotulo: "INSCRIÇÃO ESTADUAL", texto: parte?.ie ?? "" };
  const pais: Rotulado = { rotulo: "PAÍS", texto: parte?.endereco.pais ?? "" };
  const telefone: Rotulado = { rotulo: "FONE", texto: fone(parte?.fone ?? null) };
  if (largura > LADO_LARGO) {
    return [
      [{ ...nome, peso: 2 }, numero],
      [{ ...endereco, peso: 2 }, ie],
      [
        { ...municipio, peso: 1.2 },
        { ...codigo, peso: 0.8 },
        { ...pais, peso: 0.8 },
        { ...telefone, peso: 1.2 },
      ],
    ];
  }
  return [
    [nome],
    [endereco],
    [{ ...municipio, peso: 2 }, codigo],
    [{ ...numero, peso: 1.1 }, ie],
    [{ ...pais, peso: 1.1 }, telefone],
  ];
}

/** One party with the full width. */
function blocoParte(
  { rotulo, parte }: Lado,
  { papel, largura }: { papel: PapelCte; largura: number },
): Bloco {
  const linhas: Rotulado[][] = [
    [
      { rotulo, texto: parte?.nome ?? "", peso: 2, isForte: true },
      { rotulo: "MUNICÍPIO", texto: parte ? cidade(parte.endereco) : "", peso: 1 },
    ],
    [
      { rotulo: "ENDEREÇO", texto: parte ? rua(parte) : "", peso: 2 },
      { rotulo: "CEP", texto: cep(parte?.endereco.cep ?? null), peso: 0.4 },
      { rotulo: "PAÍS", texto: parte?.endereco.pais ?? "", peso: 0.6 },
    ],
    [
      { rotulo: "CNPJ/CPF", texto: documento(parte?.documento ?? null), peso: 1 },
      { rotulo: "INSCRIÇÃO ESTADUAL", texto: juntos([parte?.ie ?? null, ieOf(papel)]), peso: 1 },
      { rotulo: "FONE", texto: fone(parte?.fone ?? null), peso: 1 },
    ],
  ];
  return blocoFichas([linhas], largura);
}

/** Why the tomador has no IE, if it has none. */
function ieOf({ tomador }: PapelCte): string {
  return tomador.parte?.ie ? "" : nomeOf(INDICADORES_IE, tomador.indicadorIe);
}
