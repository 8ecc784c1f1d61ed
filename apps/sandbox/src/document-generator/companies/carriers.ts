import { cnpjCheckDigits } from "@malote/syntax";
import type { Empresa } from "./companies.ts";

/** An invented carrier, which issues CT-e, CT-e OS and MDF-e. */
export type Transportadora = Empresa & {
  /** Registro Nacional de Transportadores Rodoviários de Carga, 8 digits. */
  rntrc: string;
  /** Termo de Autorização de Fretamento, 12 digits. */
  taf: string;
  veiculo: Veiculo;
  condutor: { nome: string; cpf: string };
};

export type Veiculo = { placa: string; renavam: string; taraKg: string; capacidadeKg: string };

function cnpj(base12: string): string {
  return `${base12}${cnpjCheckDigits(base12)}`;
}

/** The carrier of the suppliers. */
export const TRANSPORTADORA: Transportadora = {
  cnpj: cnpj("998691130001"),
  nome: "Transportes Rio Vagaroso Ltda",
  fantasia: "Rio Vagaroso",
  ie: "336869113119",
  email: "cte@riovagaroso.example",
  rntrc: "49869113",
  taf: "350869113001",
  veiculo: { placa: "RVG4J17", renavam: "01198691134", taraKg: "8200", capacidadeKg: "14000" },
  condutor: { nome: "Ademar Lins Fontenele", cpf: "95318640206" },
  endereco: {
    logradouro: "Avenida das Balsas",
    numero: "1500",
    bairro: "Cumbica",
    codigoMunicipio: "3518800",
    municipio: "Guarulhos",
    uf: "SP",
    cep: "07199150",
    fone: "1124990150",
  },
};

/** A carrier with letters in its CNPJ (IN RFB 2.229/2024). */
export const TRANSPORTADORA_ALFANUMERICA: Transportadora = {
  cnpj: cnpj("7TRLAGOA0001"),
  nome: "Expresso Lagoa Mansa Cargas S.A.",
  fantasia: "Lagoa Mansa",
  ie: "254710930",
  email: "fiscal@lagoamansa.example",
  rntrc: "51247109",
  taf: "420247109001",
  veiculo: { placa: "LGM7B30", renavam: "01224710938", taraKg: "7900", capacidadeKg: "16000" },
  condutor: { nome: "Noêmia Bittar Falcão", cpf: "94206517894" },
  endereco: {
    logradouro: "Rodovia dos Lagos",
    numero: "km 12",
    bairro: "Itaum",
    codigoMunicipio: "4209102",
    municipio: "Joinville",
    uf: "SC",
    cep: "89209120",
    fone: "4734090120",
  },
};

/** The insurer of the loads. */
export const INSURER = {
  cnpj: cnpj("998112770001"),
  nome: "Seguradora Enseada S.A.",
  apolice: "RCTRC-204417",
} as const;
