import { defineSupplier } from "./define-supplier.ts";

/** Invented suppliers of food and drink, which only the history of the demo conta uses. */
export const PASSO_LARGO = defineSupplier({
  base: "998611040001",
  nome: "Distribuidora Passo Largo de Alimentos Ltda",
  fantasia: "Passo Largo",
  ie: "492861104117",
  email: "nfe@passolargo.example",
  regime: "normal",
  fabrica: false,
  parcelas: 2,
  vendedor: "Valéria Quintela",
  rua: ["Avenida dos Armazéns", "3100", "Industrial Autonomistas", "06098310", "1136991104"],
  cidade: ["3534401", "Osasco", "SP"],
  produtos: [
    ["30011", "Arroz agulhinha tipo 1 5 kg, fardo com 6", "10063021", "FD", "148.9000"],
    ["30025", "Feijão carioca tipo 1 1 kg, fardo com 10", "07133399", "FD", "71.5000"],
    ["30038", "Açúcar refinado 1 kg, fardo com 10", "17019900", "FD", "38.4000"],
    ["30052", "Óleo de soja 900 ml, caixa com 20", "15079011", "CX", "142.0000"],
    ["30067", "Molho de tomate 300 g, caixa com 24", "21032010", "CX", "47.7600"],
    ["30071", "Sal refinado 1 kg, fardo com 10", "25010020", "FD", "17.9000"],
  ],
});

export const FORNADA_AZUL = defineSupplier({
  base: "998622170001",
  nome: "Panificadora Fornada Azul Ltda",
  fantasia: "Fornada Azul",
  ie: "114862217119",
  email: "notas@fornadaazul.example",
  regime: "simples",
  fabrica: true,
  parcelas: 1,
  vendedor: "Dirceu Sampaio Melo",
  rua: ["Rua das Broas", "61", "Vila Serena", "04099061", "1150992217"],
  cidade: ["3550308", "São Paulo", "SP"],
  produtos: [
    ["P-FR", "Pão francês", "19059090", "KG", "13.9000"],
    ["P-FORMA", "Pão de forma artesanal 500 g", "19059010", "UN", "11.5000"],
    ["P-QUEIJO", "Pão de queijo congelado", "19012010", "KG", "24.8000"],
    ["P-BOLO", "Bolo de fubá inteiro", "19059090", "UN", "32.0000"],
  ],
});

export const BOA_AGUADA = defineSupplier({
  base: "998633280001",
  nome: "Frigorífico Boa Aguada S.A.",
  fantasia: "Boa Aguada",
  ie: "283633280",
  email: "faturamento@boaaguada.example",
  regime: "normal",
  fabrica: true,
  parcelas: 1,
  vendedor: "Anselmo Barreto Dutra",
  rua: ["Rodovia da Boiada", "km 4", "Núcleo Industrial", "79099400", "6733993328"],
  cidade: ["5002704", "Campo Grande", "MS"],
  produtos: [
    ["BV-ALC", "Alcatra bovina resfriada", "02013000", "KG", "42.7000"],
    ["BV-COX", "Coxão mole bovino resfriado", "02013000", "KG", "36.9000"],
    ["BV-MOI", "Carne bovina moída congelada", "02023000", "KG", "27.5000"],
    ["SU-LOM", "Lombo suíno congelado", "02032900", "KG", "22.4000"],
  ],
});

export const AVES_DO_PLANALTO = defineSupplier({
  base: "998644390001",
  nome: "Cooperativa Aves do Planalto Sereno",
  fantasia: "Aves do Planalto Sereno",
  ie: "256443907",
  email: "nfe@avesdoplanalto.example",
  regime: "normal",
  fabrica: true,
  parcelas: 1,
  vendedor: "Marlene Zanotto",
  rua: ["Linha Água Fria", "s/n", "Interior", "89809900", "4933994439"],
  cidade: ["4204202", "Chapecó", "SC"],
  produtos: [
    ["FR-INT", "Frango inteiro congelado", "02071210", "KG", "11.2500"],
    ["FR-PEI", "Peito de frango sem osso congelado", "02071422", "KG", "19.8000"],
    ["FR-COX", "Coxa e sobrecoxa congeladas", "02071423", "KG", "12.6000"],
  ],
});

export const TRES_MARCOS = defineSupplier({
  base: "998655410001",
  nome: "Moinho Três Marcos Ltda",
  fantasia: "Três Marcos",
  ie: "9986554103",
  email: "fiscal@moinhotresmarcos.example",
  regime: "normal",
  fabrica: true,
  parcelas: 2,
  vendedor: "Otávio Prestes",
  rua: ["Rua do Trigal", "800", "Parque das Indústrias", "86099800", "4333996554"],
  cidade: ["4113700", "Londrina", "PR"],
  produtos: [
    ["FT-25", "Farinha de trigo tipo 1 25 kg", "11010010", "SC", "96.0000"],
    ["FT-5", "Farinha de trigo 5 kg, fardo com 5", "11010010", "FD", "104.5000"],
    ["FR-1", "Farelo de trigo 20 kg", "23023010", "SC", "41.0000"],
  ],
});

export const FONTE_CLARA = defineSupplier({
  base: "998666520001",
  nome: "Bebidas Fonte Clara Ltda",
  fantasia: "Fonte Clara",
  ie: "407866652113",
  email: "xml@fonteclara.example",
  regime: "normal",
  fabrica: true,
  parcelas: 1,
  vendedor: "Priscila Amaro",
  rua: ["Estrada da Nascente", "1900", "Distrito Industrial", "13219900", "1139996652"],
  cidade: ["3525904", "Jundiaí", "SP"],
  produtos: [
    ["AG-500", "Água mineral 500 ml, fardo com 12", "22011000", "FD", "14.4000"],
    ["AG-20L", "Água mineral galão 20 L", "22011000", "UN", "9.8000"],
    ["RF-GUA", "Refrigerante guaraná 2 L, fardo com 6", "22021000", "FD", "33.6000"],
    ["SU-LAR", "Néctar de laranja 1 L, caixa com 12", "20091900", "CX", "68.4000"],
  ],
});

export const OLHO_DAGUA = defineSupplier({
  base: "998677630001",
  nome: "Cervejaria Olho d'Água Artesanal Ltda",
  fantasia: "Olho d'Água",
  ie: "258776635",
  email: "nota@cervejariaolhodagua.example",
  regime: "simples",
  fabrica: true,
  parcelas: 2,
  vendedor: "Henrique Boll",
  rua: ["Rua dos Lúpulos", "212", "Vila Itoupava", "89099212", "4733997763"],
  cidade: ["4202404", "Blumenau", "SC"],
  produtos: [
    ["CV-PIL", "Cerveja pilsen 600 ml, caixa com 12", "22030000", "CX", "118.8000"],
    ["CV-IPA", "Cerveja IPA 500 ml, caixa com 12", "22030000", "CX", "154.0000"],
  ],
});

export const MARE_ALTA = defineSupplier({
  base: "998688740001",
  nome: "Pescados Maré Alta Comércio Ltda",
  fantasia: "Maré Alta",
  ie: "633868874110",
  email: "financeiro@marealta.example",
  regime: "normal",
  fabrica: false,
  parcelas: 0,
  vendedor: "Cláudio Rangel",
  rua: ["Avenida do Cais", "455", "Ponta da Praia", "11099455", "1333998874"],
  cidade: ["3548500", "Santos", "SP"],
  produtos: [
    ["PE-TIL", "Filé de tilápia congelado", "03046100", "KG", "39.9000"],
    ["PE-SAL", "Salmão em postas congelado", "03031300", "KG", "78.5000"],
    ["CA-7B", "Camarão sete-barbas limpo", "03061790", "KG", "54.0000"],
  ],
});

export const NONA_RITINHA = defineSupplier({
  base: "998699850001",
  nome: "Massas Nona Ritinha Indústria Ltda",
  fantasia: "Nona Ritinha",
  ie: "9986998506",
  email: "nfe@nonaritinha.example",
  regime: "normal",
  fabrica: true,
  parcelas: 2,
  vendedor: "Gisele Corradi",
  rua: ["Rua dos Moleiros", "95", "Santa Felicidade", "82099095", "4133999985"],
  cidade: ["4106902", "Curitiba", "PR"],
  produtos: [
    ["MS-ESP", "Espaguete 500 g, caixa com 20", "19021900", "CX", "66.0000"],
    ["MS-LAS", "Massa de lasanha 500 g, caixa com 12", "19021900", "CX", "83.4000"],
    ["MS-NHO", "Nhoque congelado", "19022000", "KG", "18.7000"],
  ],
});

export const TACHO_DE_COBRE = defineSupplier({
  base: "998707960001",
  nome: "Doces Tacho de Cobre Ltda",
  fantasia: "Tacho de Cobre",
  ie: "0029870796040",
  email: "vendas@tachodecobre.example",
  regime: "simples",
  fabrica: true,
  parcelas: 1,
  vendedor: "Aparecida Lemos",
  rua: ["Avenida do Engenho", "1020", "Custódio Pereira", "38499020", "3433990796"],
  cidade: ["3170206", "Uberlândia", "MG"],
  produtos: [
    ["DL-400", "Doce de leite 400 g", "19019020", "UN", "15.2000"],
    ["GO-300", "Goiabada cascão 300 g", "20079910", "UN", "9.4000"],
    ["CO-500", "Cocada de forno 500 g", "17049090", "UN", "17.9000"],
  ],
});

export const VILA_SOSSEGO = defineSupplier({
  base: "998718070001",
  nome: "Granja Vila Sossego Ltda",
  fantasia: "Vila Sossego",
  ie: "209871807112",
  email: "granja@vilasossego.example",
  regime: "simples",
  fabrica: true,
  parcelas: 1,
  vendedor: "Nelson Arruda",
  rua: ["Estrada do Sossego", "s/n", "Zona Rural", "17099990", "1433991807"],
  cidade: ["3506003", "Bauru", "SP"],
  produtos: [
    ["OV-BR", "Ovos brancos grandes, caixa com 30 dúzias", "04072100", "CX", "214.0000"],
    ["OV-CA", "Ovos caipiras, bandeja com 30", "04072100", "BDJ", "31.5000"],
  ],
});

export const SUBMEDIO = defineSupplier({
  base: "998729180001",
  nome: "Frutas Submédio Exportação e Comércio Ltda",
  fantasia: "Frutas Submédio",
  ie: "072918063",
  email: "notasfiscais@submedio.example",
  regime: "normal",
  fabrica: true,
  parcelas: 1,
  vendedor: "Jacira Coelho",
  rua: ["Perímetro Irrigado", "Lote 12", "Projeto N4", "56399900", "8733992918"],
  cidade: ["2611101", "Petrolina", "PE"],
  produtos: [
    ["FR-MAN", "Manga palmer", "08045020", "KG", "6.8000"],
    ["FR-UVA", "Uva sem semente", "08061000", "KG", "15.9000"],
    ["FR-MEL", "Melão amarelo", "08071900", "KG", "4.9500"],
  ],
});

export const PORTO_VELAME = defineSupplier({
  base: "998730290001",
  nome: "Porto Velame Importados Ltda",
  fantasia: "Porto Velame",
  ie: "87302901",
  email: "fiscal@portovelame.example",
  regime: "normal",
  fabrica: false,
  parcelas: 3,
  vendedor: "Leandro Azevedo",
  rua: ["Rua do Trapiche", "39", "Saúde", "20099039", "2133993029"],
  cidade: ["3304557", "Rio de Janeiro", "RJ"],
  produtos: [
    ["AZ-500", "Azeite extravirgem 500 ml", "15092000", "GF", "46.9000"],
    ["AZT-VD", "Azeitona verde 2 kg", "20057000", "BD", "62.3000"],
    ["BAC-KG", "Bacalhau salgado", "03056200", "KG", "119.0000"],
  ],
});
