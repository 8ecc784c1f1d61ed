import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { hostConfirmar } from "./confirmar.tsx";

/** Renders the confirmation dialogs of {@link confirmar} over any page. */
export function Perguntas(): React.JSX.Element {
  useEffect(hostConfirmar, []);
  return <ModalsProvider></ModalsProvider>;
}
