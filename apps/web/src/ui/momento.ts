import { MENSAGENS_DOS_CAMPOS, parseData, parseHora } from "@malote/contract";
import { formatData } from "@malote/syntax";
import { type Faixa, joinFaixa, splitFaixa } from "./filtro.ts";

/** Two typed instants: days as dd/MM/yyyy, hours as HH:mm; an empty hour means the whole day. */
export type MomentosDigitados = { de: string; deHora: string; ate: string; ateHora: string };

type Erros = { [K in keyof MomentosDigitados]?: string };

export function typeMomentos(faixa: Faixa): MomentosDigitados {
  const { de, ate } = splitFaixa(faixa);
  const type = (momento: string): [string, string] => {
    const [dia = "", hora = ""] = momento.split("T");
    return [dia && formatData(dia), hora];
  };
  const [[deDia, deHora], [ateDia, ateHora]] = [type(de), type(ate)];
  return { de: deDia, deHora, ate: ateDia, ateHora };
}

/** Parses typed instants into their URL form; an invalid side is left out. */
export function readMomentos({ de, deHora, ate, ateHora }: MomentosDigitados): Faixa {
  return joinFaixa(readMomento(de, deHora), readMomento(ate, ateHora));
}

/** Errors of typed instants, by field. */
export function checkMomentos(momentos: MomentosDigitados): Erros {
  const wrong = {
    ...checkLado(momentos.de, momentos.deHora, ["de", "deHora"]),
    ...checkLado(momentos.ate, momentos.ateHora, ["ate", "ateHora"]),
  };
  if (Object.keys(wrong).length > 0) return wrong;
  const { de, ate } = splitFaixa(readMomentos(momentos));
  const fim = ate.length === 10 ? `${ate}T23:59` : ate;
  return de !== "" && ate !== "" && de > fim ? { ate: MENSAGENS_DOS_CAMPOS.periodoInvertido } : {};
}

function checkLado(dia: string, hora: string, campos: [keyof Erros, keyof Erros]): Erros {
  const [campoDia, campoHora] = campos;
  if (dia.trim() === "") {
    return hora.trim() === "" ? {} : { [campoDia]: MENSAGENS_DOS_CAMPOS.horaSemDia };
  }
  return {
    ...(parseData(dia) ? {} : { [campoDia]: MENSAGENS_DOS_CAMPOS.dataInvalida }),
    ...(hora.trim() === "" || parseHora(hora) ? {} : { [campoHora]: MENSAGENS_DOS_CAMPOS.horaInvalida }),
  };
}

function readMomento(dia: string, hora: string): string {
  const day = parseData(dia);
  if (day === null) return "";
  const time = parseHora(hora);
  return time === null ? day : `${day}T${time}`;
}
