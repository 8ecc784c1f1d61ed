import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { registerConfirmHost } from "./ask-confirmation.tsx";

/** Renders the confirmation dialogs of {@link confirmar} over any page. */
export function ConfirmHost(): React.JSX.Element {
  useEffect(registerConfirmHost, []);
  return <ModalsProvider></ModalsProvider>;
}
