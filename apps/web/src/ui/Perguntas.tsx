import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { hostConfirmar } from "./confirmar.tsx";

/** Draws the questions of {@link confirmar}, over whatever page. */
export function Perguntas(): React.JSX.Element {
  useEffect(hostConfirmar, []);
  return <ModalsProvider></ModalsProvider>;
}
