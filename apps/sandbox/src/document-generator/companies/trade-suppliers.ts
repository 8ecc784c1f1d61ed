import { defineSupplier } from "./define-supplier.ts";

/** Invented suppliers of everything but food, which only the history of the demo conta uses. */
export const ALVO_BRILHO = defineSupplier({
  base: "998741310001",
  nome: "Alvo Brilho Produtos de Limpeza Ltda",
  fantasia: "Alvo Brilho",
  ie: "336874131118",
  email: "nfe@alvobrilho.example",
  regime: "simples",
  fabrica: false,
  parcelas: 1,
  vendedor: "Sandra Pimenta",
  rua: ["Rua das Lavandeiras", "740", "Cumbica", "07199740", "1124994131"],
  cidade: ["3518800", "Guarulhos", "SP"],
  produtos: [
    ["LP-DET", "Detergente neutro 5 L", "34025000", "GL", "18.9000"],
    ["LP-ALC", "Álcool 70 % 1 L, caixa com 12", "22071010", "CX", "92.4000"],
    ["LP-SAC", "Saco de lixo 100 L, pacote com 100", "39232190", "PCT", "54.0000"],
  ],
});

export const PONTA_DE_LANCA = defineSupplier({
  base: "998752420001",
  nome: "Ponta de Lança Descartáveis Ltda",
  fantasia: "Ponta de Lança",
  ie: "669875242115",
  email: "faturamento@pontadelanca.example",
  regime: "simples",
  fabrica: false,
  parcelas: 1,
  vendedor: "Ricardo Toledo Pinho",
  rua: ["Avenida dos Copos", "88", "Éden", "18099088", "1533995242"],
  cidade: ["3552205", "Sorocaba", "SP"],
  produtos: [
    ["DS-MAR", "Marmita de alumínio n. 8, caixa com 100", "76129019", "CX", "58.0000"],
    ["DS-COP", "Copo 200 ml, caixa com 2500", "39241000", "CX", "112.0000"],
    ["DS-GUA", "Guardanapo 23 x 22 cm, fardo", "48183000", "FD", "44.7000"],
  ],
});

export const CHAMA_SERENA = defineSupplier({
  base: "998763530001",
  nome: "Chama Serena Gás Ltda",
  fantasia: "Chama Serena",
  ie: "244876353112",
  email: "notas@chamaserena.example",
  regime: "normal",
  fabrica: false,
  parcelas: 0,
  vendedor: "Paulo Sérgio Neves",
  rua: ["Rua do Lampião", "15", "Jardim das Paineiras", "13099015", "1932996353"],
  cidade: ["3509502", "Campinas", "SP"],
  produtos: [
    ["SV-LIMP", "Limpeza de queimador industrial, conjunto", "73219000", "UN", "86.0000"],
    ["RG-GAS", "Regulador de pressão de gás", "84811000", "UN", "74.5000"],
    ["MG-3M", "Mangueira de gás 3 m", "39173900", "UN", "37.9000"],
  ],
});

export const FOGO_LENTO = defineSupplier({
  base: "998774640001",
  nome: "Fogo Lento Utensílios de Cozinha Ltda",
  fantasia: "Fogo Lento",
  ie: "0299877464",
  email: "nfe@fogolento.example",
  regime: "normal",
  fabrica: true,
  parcelas: 3,
  vendedor: "Elaine Tonietto",
  rua: ["Rua dos Caldeireiros", "330", "Desvio Rizzo", "95099330", "5433997464"],
  cidade: ["4305108", "Caxias do Sul", "RS"],
  produtos: [
    ["PN-45", "Panela de alumínio 45 L", "76151000", "UN", "312.0000"],
    ["FC-8", "Faca de cozinha 8 polegadas", "82119210", "UN", "49.9000"],
    ["GN-11", "Cuba gastronômica 1/1", "73239300", "UN", "128.0000"],
  ],
});

export const LINHA_RETA = defineSupplier({
  base: "998785750001",
  nome: "Linha Reta Uniformes Ltda",
  fantasia: "Linha Reta",
  ie: "107857509",
  email: "contato@linhareta.example",
  regime: "simples",
  fabrica: true,
  parcelas: 2,
  vendedor: "Rosângela Tavares Brito",
  rua: ["Avenida das Costureiras", "1444", "Setor Bueno", "74099444", "6233997857"],
  cidade: ["5208707", "Goiânia", "GO"],
  produtos: [
    ["UN-DOL", "Dólmã branca", "62113200", "UN", "94.0000"],
    ["UN-AVE", "Avental de brim", "62113200", "UN", "38.5000"],
    ["UN-TOU", "Touca descartável, pacote com 100", "65050090", "PCT", "14.9000"],
  ],
});

export const FOLHA_LARGA = defineSupplier({
  base: "998796860001",
  nome: "Folha Larga Papelaria e Informática Ltda",
  fantasia: "Folha Larga",
  ie: "115879686113",
  email: "nfe@folhalarga.example",
  regime: "simples",
  fabrica: false,
  parcelas: 0,
  vendedor: "Miguel Antunes",
  rua: ["Rua dos Cadernos", "212", "Vila Serena", "04099212", "1150999686"],
  cidade: ["3550308", "São Paulo", "SP"],
  produtos: [
    ["PP-A4", "Papel A4 75 g, caixa com 10 resmas", "48025610", "CX", "248.0000"],
    ["TN-58", "Toner compatível preto", "84439933", "UN", "119.9000"],
    ["CN-AZ", "Caneta azul, caixa com 50", "96081000", "CX", "42.0000"],
  ],
});
