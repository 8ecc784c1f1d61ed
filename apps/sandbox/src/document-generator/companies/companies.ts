import { cnpjCheckDigits, type Uf } from "@malote/syntax";

/** An invented company: its CNPJ root is in a range not yet assigned; its mail domain ends in .example. */
export type Empresa = {
  /** CNPJ, or the CPF of a produtor rural, who has no CNPJ. */
  cnpj: string;
  nome: string;
  fantasia: string;
  ie: string;
  endereco: Endereco;
  email: string;
};

export type Endereco = {
  logradouro: string;
  numero: string;
  bairro: string;
  codigoMunicipio: string;
  municipio: string;
  uf: Uf;
  cep: string;
  fone: string;
};

/** The person responsible for a company, named in its e-CNPJ. */
export type Responsavel = { nome: string; cpf: string; nascimento: string };

function cnpj(base12: string): string {
  return `${base12}${cnpjCheckDigits(base12)}`;
}

/** The companies of the demo conta; the first one is the destinatário of every scenario. */
export const EMPRESAS_DEMO: readonly [Empresa, Empresa] = [
  {
    cnpj: cnpj("998273640001"),
    nome: "Mercado Ipê do Largo Comércio de Alimentos Ltda",
    fantasia: "Mercado Ipê do Largo",
    ie: "149827364118",
    endereco: {
      logradouro: "Rua das Jabuticabeiras",
      numero: "482",
      bairro: "Vila Serena",
      codigoMunicipio: "3550308",
      municipio: "São Paulo",
      uf: "SP",
      cep: "04099120",
      fone: "1150990482",
    },
    email: "notas@ipedolargo.example",
  },
  {
    cnpj: cnpj("998416520001"),
    nome: "Cozinha Sabiá da Praça Refeições Ltda",
    fantasia: "Cozinha Sabiá da Praça",
    ie: "244165209114",
    endereco: {
      logradouro: "Avenida dos Sabiás",
      numero: "1210",
      bairro: "Jardim das Paineiras",
      codigoMunicipio: "3509502",
      municipio: "Campinas",
      uf: "SP",
      cep: "13099410",
      fone: "1932991210",
    },
    email: "fiscal@sabiadapraca.example",
  },
];

/** The invented people responsible for the demo companies. */
export const RESPONSAVEIS: readonly Responsavel[] = [
  { nome: "MARINA ALVES DO PRADO", cpf: "98746120025", nascimento: "14031982" },
  { nome: "TOMAS VIEIRA DA LAPA", cpf: "97350284098", nascimento: "02091975" },
];
