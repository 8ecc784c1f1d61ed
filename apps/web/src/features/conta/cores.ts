/** The colours that a user can choose: those of the charts, each with a name. */
export const CORES = [
  { valor: "#1F7A5A", nome: "Verde" },
  { valor: "#529FB1", nome: "Turquesa" },
  { valor: "#6258D5", nome: "Anil" },
  { valor: "#CE7B31", nome: "Laranja" },
  { valor: "#898779", nome: "Cinza" },
  { valor: "#A05591", nome: "Ameixa" },
  { valor: "#297AB6", nome: "Azul" },
  { valor: "#9885F0", nome: "Lilás" },
  { valor: "#4A710A", nome: "Oliva" },
] as const;
