/** Sentences about typed fields, on server and screens; a file of its own, so that the SPA bundle contains
 * no others. */
export const FIELD_MESSAGES = {
  filtroInvalido: "O filtro tem um valor inválido.",
  periodoInvertido: "A data inicial vem depois da final.",
  faixaInvertida: "O valor inicial é maior que o final.",
  dataInvalida: "Escreva uma data válida, como 31/12/2026.",
  horaSemDia: "Escreva também o dia.",
  horaInvalida: "Escreva uma hora de 00:00 a 23:59.",
  inteiroInvalido: "Escreva um número inteiro.",
  decimalInvalido: "Escreva um valor com até duas casas, como 1.234,56.",
  cnpjInvalido: "CNPJ inválido. Confira as letras e os números.",
  cpfInvalido: "CPF inválido. Confira os números.",
} as const;
