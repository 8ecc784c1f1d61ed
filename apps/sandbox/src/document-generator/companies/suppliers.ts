import { cnpjCheckDigits } from "@malote/syntax";
import type { Empresa } from "./companies.ts";

/** A product of a supplier's catalogue. */
export type Produto = {
  codigo: string;
  descricao: string;
  ncm: string;
  unidade: string;
  /** Unit price, decimal text. */
  preco: string;
  /** IPI rate in per cent, only for a taxed product made by the supplier. */
  ipi?: string;
  /** Rate of the imposto seletivo in per cent; invented, because no law sets it yet. */
  seletivo?: string;
};

/** An invented company that issues documents. */
export type Fornecedor = Empresa & {
  /** Simples Nacional (CRT 1) or regime normal (CRT 3). */
  regime: "simples" | "normal";
  /** Sells its own products (CFOP 5101/6101), not resold ones (5102/6102). */
  fabrica: boolean;
  /** Number of boleto instalments; 0 = immediate PIX. */
  parcelas: number;
  vendedor: string;
  produtos: readonly Produto[];
};

function cnpj(base12: string): string {
  return `${base12}${cnpjCheckDigits(base12)}`;
}

const torrefacao: Fornecedor = {
  cnpj: cnpj("998104370001"),
  nome: "Torrefação Serra da Névoa Ltda",
  fantasia: "Café Serra da Névoa",
  ie: "0019810437064",
  regime: "normal",
  fabrica: true,
  parcelas: 2,
  vendedor: "Celina Moura Brandão",
  email: "nfe@serradanevoa.example",
  endereco: {
    logradouro: "Rodovia do Contorno",
    numero: "km 7",
    bairro: "Distrito Industrial",
    codigoMunicipio: "3151800",
    municipio: "Poços de Caldas",
    uf: "MG",
    cep: "37719005",
    fone: "3537190437",
  },
  produtos: [
    {
      codigo: "CF-500T",
      descricao: "Café torrado em grãos 500 g",
      ncm: "09012100",
      unidade: "PCT",
      preco: "24.9000",
    },
    {
      codigo: "CF-250M",
      descricao: "Café torrado e moído 250 g",
      ncm: "09012100",
      unidade: "PCT",
      preco: "13.4500",
    },
    {
      codigo: "CF-1KG",
      descricao: "Café especial em grãos 1 kg - safra & terroir",
      ncm: "09012100",
      unidade: "PCT",
      preco: "58.7500",
    },
    {
      codigo: "CF-CAPS",
      descricao: "Cápsulas de café, caixa com 10",
      ncm: "21011110",
      unidade: "CX",
      preco: "17.8000",
    },
  ],
};

const laticinio: Fornecedor = {
  cnpj: cnpj("998235910002"),
  nome: "Laticínios Campo do Orvalho S.A.",
  fantasia: "Campo do Orvalho",
  ie: "9982359140",
  regime: "normal",
  fabrica: true,
  parcelas: 1,
  vendedor: "Rui Teles Fontoura",
  email: "faturamento@campodoorvalho.example",
  endereco: {
    logradouro: "Estrada da Colônia",
    numero: "2300",
    bairro: "Zona Rural",
    codigoMunicipio: "4104907",
    municipio: "Castro",
    uf: "PR",
    cep: "84179900",
    fone: "4232332359",
  },
  produtos: [
    {
      codigo: "1010",
      descricao: "Queijo minas padrão 500 g",
      ncm: "04069020",
      unidade: "UN",
      preco: "27.3500",
    },
    { codigo: "1024", descricao: "Manteiga com sal 200 g", ncm: "04051000", unidade: "UN", preco: "11.8900" },
    { codigo: "1033", descricao: "Requeijão cremoso 200 g", ncm: "04069090", unidade: "UN", preco: "7.9500" },
    {
      codigo: "1047",
      descricao: "Iogurte natural 170 g, bandeja com 6",
      ncm: "04032000",
      unidade: "BDJ",
      preco: "14.6000",
    },
  ],
};

const generator: Fornecedor = {
  cnpj: cnpj("998352060001"),
  nome: "Traço Fino Embalagens e Papéis Ltda",
  fantasia: "Traço Fino",
  ie: "582835206113",
  regime: "simples",
  fabrica: false,
  parcelas: 0,
  vendedor: "Edson Pacheco Lira",
  email: "vendas@tracofino.example",
  endereco: {
    logradouro: "Rua dos Tipógrafos",
    numero: "77",
    bairro: "Campos Elísios",
    codigoMunicipio: "3543402",
    municipio: "Ribeirão Preto",
    uf: "SP",
    cep: "14099077",
    fone: "1639770077",
  },
  produtos: [
    {
      codigo: "SAC-K3",
      descricao: "Sacola kraft n. 3, pacote com 100",
      ncm: "48194000",
      unidade: "PCT",
      preco: "62.0000",
    },
    {
      codigo: "BOB-TM",
      descricao: "Bobina térmica 80 mm x 40 m",
      ncm: "48119090",
      unidade: "RL",
      preco: "4.3750",
    },
    {
      codigo: "ETQ-33",
      descricao: "Etiqueta adesiva 33 x 17 mm, rolo",
      ncm: "48211000",
      unidade: "RL",
      preco: "9.9900",
    },
  ],
};

const vinicola: Fornecedor = {
  cnpj: cnpj("998467720001"),
  nome: "Vinícola Pedra Morna Ltda",
  fantasia: "Pedra Morna",
  ie: "0109846772",
  regime: "normal",
  fabrica: true,
  parcelas: 3,
  vendedor: "Ângela Dall Fiume",
  email: "nota.fiscal@pedramorna.example",
  endereco: {
    logradouro: "Linha das Videiras",
    numero: "415",
    bairro: "Vale dos Vinhedos",
    codigoMunicipio: "4302105",
    municipio: "Bento Gonçalves",
    uf: "RS",
    cep: "95709415",
    fone: "5434530415",
  },
  produtos: [
    {
      codigo: "V-TIN22",
      descricao: "Vinho tinto seco 750 ml, safra 2022",
      ncm: "22042100",
      unidade: "GF",
      preco: "41.2000",
      ipi: "6.50",
      seletivo: "2.00",
    },
    {
      codigo: "V-ESP",
      descricao: "Espumante brut 750 ml",
      ncm: "22041010",
      unidade: "GF",
      preco: "53.8000",
      ipi: "6.50",
      seletivo: "2.00",
    },
    {
      codigo: "V-SUC",
      descricao: "Suco de uva integral 1 L",
      ncm: "20096100",
      unidade: "GF",
      preco: "15.9000",
    },
  ],
};

const hortifruti: Fornecedor = {
  cnpj: cnpj("998528840001"),
  nome: "Hortifrúti Vale Manso Ltda",
  fantasia: "Vale Manso",
  ie: "343528840112",
  regime: "simples",
  fabrica: false,
  parcelas: 1,
  vendedor: "Josué Nakagawa Reis",
  email: "notas@valemanso.example",
  endereco: {
    logradouro: "Estrada do Verava",
    numero: "s/n",
    bairro: "Paruru",
    codigoMunicipio: "3519709",
    municipio: "Ibiúna",
    uf: "SP",
    cep: "18150990",
    fone: "1532498840",
  },
  produtos: [
    {
      codigo: "H001",
      descricao: "Alface crespa, caixa com 12",
      ncm: "07051900",
      unidade: "CX",
      preco: "22.0000",
    },
    { codigo: "H014", descricao: "Tomate italiano", ncm: "07020000", unidade: "KG", preco: "6.4900" },
    { codigo: "H022", descricao: "Batata inglesa lavada", ncm: "07019000", unidade: "KG", preco: "4.7250" },
    { codigo: "H031", descricao: "Cheiro-verde, maço", ncm: "07099990", unidade: "MC", preco: "2.1500" },
  ],
};

/** Alphanumeric CNPJ: letters in its first twelve positions (IN RFB 2.229/2024). */
const eletronica: Fornecedor = {
  cnpj: cnpj("9K8FAR0L0001"),
  nome: "Farol do Norte Automação Comercial Ltda",
  fantasia: "Farol do Norte",
  ie: "259860713",
  regime: "normal",
  fabrica: false,
  parcelas: 2,
  vendedor: "Íris Koehler Tavares",
  email: "fiscal@faroldonorte.example",
  endereco: {
    logradouro: "Rua dos Faroleiros",
    numero: "900",
    bairro: "Anita Garibaldi",
    codigoMunicipio: "4209102",
    municipio: "Joinville",
    uf: "SC",
    cep: "89209900",
    fone: "4734090900",
  },
  produtos: [
    {
      codigo: "LC-2D",
      descricao: "Leitor de código de barras 2D USB",
      ncm: "84719012",
      unidade: "UN",
      preco: "389.0000",
    },
    {
      codigo: "IMP-80",
      descricao: "Impressora térmica 80 mm",
      ncm: "84433231",
      unidade: "UN",
      preco: "742.5000",
    },
    {
      codigo: "BAL-15",
      descricao: "Balança de balcão 15 kg",
      ncm: "84238110",
      unidade: "UN",
      preco: "615.9000",
    },
  ],
};

/** Suppliers with a numeric CNPJ, in several UFs and thus with several authorizers. */
export const FORNECEDORES: readonly Fornecedor[] = [torrefacao, laticinio, generator, vinicola, hortifruti];

/** The supplier with letters in its CNPJ. */
export const FORNECEDOR_ALFANUMERICO: Fornecedor = eletronica;

/** A producer without CNPJ, who issues NF-e under a CPF, in the series 920 to 969.
 * @source Ajuste SINIEF 07/2005, cláusula primeira; NT 2018.001 */
export const PRODUTOR_RURAL: Fornecedor = {
  cnpj: "96820471025",
  nome: "Benedito Aroeira Campos",
  fantasia: "Sítio Três Aroeiras",
  ie: "0096820470010",
  regime: "normal",
  fabrica: true,
  parcelas: 0,
  vendedor: "Benedito Aroeira Campos",
  email: "sitio@tresaroeiras.example",
  endereco: {
    logradouro: "Estrada das Aroeiras",
    numero: "s/n",
    bairro: "Córrego Fundo",
    codigoMunicipio: "3148103",
    municipio: "Patrocínio",
    uf: "MG",
    cep: "38749900",
    fone: "3438310047",
  },
  produtos: [
    {
      codigo: "CAFE-CRU",
      descricao: "Café cru em grãos, saca de 60 kg",
      ncm: "09011110",
      unidade: "SC",
      preco: "1480.0000",
    },
    { codigo: "MILHO", descricao: "Milho em grãos", ncm: "10059010", unidade: "KG", preco: "1.1200" },
  ],
};
