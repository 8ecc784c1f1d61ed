import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { resolver, theme } from "./theme.ts";

// The key is also read by public/antes.js, before the first paint.
const tema = localStorageColorSchemeManager({ key: "malote-tema" });

/** The theme that every page stands on. */
export function Aparencia({ children }: { children: React.ReactNode }): React.JSX.Element {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={tema}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
