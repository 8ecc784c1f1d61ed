import { cnpjCheckDigits, type Uf } from "@malote/syntax";

/** Invented companies. Their CNPJ roots lie where the Receita has not given any out; their mail domains end in .example. */
export type Empresa = {
  /** CNPJ; of a produtor rural, who has none, the CPF. */
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

/** The person who answers for the company and is named in its e-CNPJ. */
export type Responsavel = { nome: string; cpf: string; nascimento: string };

function cnpj(base12: string): string {
  return `${base12}${cnpjCheckDigits(base12)}`;
}

/** The demo conta's own companies; the first one is the destinatário of every scenario. */
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

/** Who signs for each demo company: invented people. */
export const RESPONSAVEIS: readonly Responsavel[] = [
  { nome: "MARINA ALVES DO PRADO", cpf: "98746120025", nascimento: "14031982" },
  { nome: "TOMAS VIEIRA DA LAPA", cpf: "97350284098", nascimento: "02091975" },
];
