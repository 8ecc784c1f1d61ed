import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { resolver, theme } from "./theme.ts";

// public/antes.js reads the same key before the first paint.
const schemeManager = localStorageColorSchemeManager({ key: "malote-tema" });

/** Provides the theme to every page. */
export function Appearance({ children }: { children: React.ReactNode }): React.JSX.Element {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
