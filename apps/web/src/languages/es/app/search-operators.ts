import type { operatorTexts as source } from "../../../texts/app/search-operators.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/search-operators.ts`; the operators and their values stay as typed. */
export const operatorTexts: Translated<typeof source> = {
  grupo: "Operadores",
  completa: "Tab completa",
  completar: (exemplo, dica) => `${exemplo}: ${dica}`,
  retirar: (operador) => `Quitar ${operador}`,
  dicas: {
    valor: { exemplo: "valor:>1000", dica: "por encima, o valor:500..900" },
    de: { exemplo: "de:orvalho", dica: "emisor, nombre o CNPJ" },
    emissao: { exemplo: "emissao:mes-passado", dica: "fecha de emisión: hoje, 7d, 2026-10" },
    situacao: { exemplo: "situacao:divergente", dica: "estado: quarentena, cancelada, aberta" },
    tipo: { exemplo: "tipo:cte", dica: "nfe, nfce, cteos, mdfe" },
    para: { exemplo: "para:moinho", dica: "destinatario, nombre o CNPJ" },
    uf: { exemplo: "uf:SP", dica: "UF de la otra parte" },
  },
  valorAcima: (valor) => `valor superior a ${valor}`,
  valorAte: (valor) => `valor hasta ${valor}`,
  valorEntre: (de, ate) => `valor de ${de} a ${ate}`,
  valorDe: (valor) => `valor de ${valor}`,
  de: (quem) => `de “${quem}”`,
  para: (quem) => `para “${quem}”`,
  emissaoEm: (dia) => `emisión el ${dia}`,
  emissaoEntre: (de, ate) => `emisión del ${de} al ${ate}`,
  emissaoDesde: (dia) => `emisión desde el ${dia}`,
  emissaoAte: (dia) => `emisión hasta el ${dia}`,
  situacoes: {
    divergente: "divergentes",
    quarentena: "en cuarentena",
    autorizada: "autorizados",
    cancelada: "cancelados",
    denegada: "denegados",
    "nao-validada": "no validados",
    aberta: "no procesados",
    processada: "procesados",
    recebida: "recibidos",
    conferida: "verificados",
  },
  uf: (uf) => `UF ${uf}`,
  texto: (texto) => `“${texto}”`,
};
