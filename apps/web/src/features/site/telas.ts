import type { TelaDoProduto } from "./Tela.tsx";
import celularClaro from "./telas/celular-claro.avif";
import celularClaroWebp from "./telas/celular-claro.webp";
import celularEscuro from "./telas/celular-escuro.avif";
import celularEscuroWebp from "./telas/celular-escuro.webp";
import listaClaro from "./telas/lista-claro.avif";
import listaClaroWebp from "./telas/lista-claro.webp";
import listaClaro2x from "./telas/lista-claro-2x.avif";
import listaEscuro from "./telas/lista-escuro.avif";
import listaEscuroWebp from "./telas/lista-escuro.webp";
import listaEscuro2x from "./telas/lista-escuro-2x.avif";
import notaClaro from "./telas/nota-claro.avif";
import notaClaroWebp from "./telas/nota-claro.webp";
import notaClaro2x from "./telas/nota-claro-2x.avif";
import notaEscuro from "./telas/nota-escuro.avif";
import notaEscuroWebp from "./telas/nota-escuro.webp";
import notaEscuro2x from "./telas/nota-escuro-2x.avif";

/** The list of received documents on a desktop. */
export const lista: TelaDoProduto = {
  claro: { avif: listaClaro, avif2x: listaClaro2x, webp: listaClaroWebp },
  escuro: { avif: listaEscuro, avif2x: listaEscuro2x, webp: listaEscuroWebp },
  largura: 1200,
  altura: 750,
};

/** The same list on a phone. */
export const listaNoCelular: TelaDoProduto = {
  claro: { avif: celularClaro, webp: celularClaroWebp },
  escuro: { avif: celularEscuro, webp: celularEscuroWebp },
  largura: 716,
  altura: 1000,
};

/** One document. */
export const nota: TelaDoProduto = {
  claro: { avif: notaClaro, avif2x: notaClaro2x, webp: notaClaroWebp },
  escuro: { avif: notaEscuro, avif2x: notaEscuro2x, webp: notaEscuroWebp },
  largura: 1200,
  altura: 750,
};
