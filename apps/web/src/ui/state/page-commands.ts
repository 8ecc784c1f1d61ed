import type { TablerIcon } from "@tabler/icons-react";
import { useEffect } from "react";

/** A command of the open page, which the search palette offers while the page is open. */
export type PageCommand = {
  id: string;
  nome: string;
  /** Synonyms that the search also matches. */
  palavras?: string;
  icone: TablerIcon;
  teclas?: readonly string[];
  run: () => void;
};

type Reader = () => readonly PageCommand[];

const NONE: Reader = () => [];
let reader = NONE;

/** Offers commands while the page is open. They are read when the palette is drawn, not before. */
export function usePageCommands(read: Reader): void {
  useEffect(() => {
    reader = read;
    return () => {
      if (reader === read) reader = NONE;
    };
  });
}

/** The commands of the open page. */
export function readPageCommands(): readonly PageCommand[] {
  return reader();
}
