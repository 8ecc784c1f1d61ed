/** The colours that a user can choose: those of the charts, each with a name. */
export const USER_COLOURS = [
  { value: "#1F7A5A", name: "Verde" },
  { value: "#529FB1", name: "Turquesa" },
  { value: "#6258D5", name: "Anil" },
  { value: "#CE7B31", name: "Laranja" },
  { value: "#898779", name: "Cinza" },
  { value: "#A05591", name: "Ameixa" },
  { value: "#297AB6", name: "Azul" },
  { value: "#9885F0", name: "Lilás" },
  { value: "#4A710A", name: "Oliva" },
] as const;
