import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { RouterProvider } from "react-router-dom";
import type { router as appRouter } from "./router.tsx";
import { resolver, theme } from "./theme.ts";

// The key is also read by public/tema.js, before the first paint.
const tema = localStorageColorSchemeManager({ key: "malote-tema" });

/** What every page stands on: theme and addresses. */
export function Providers({ router }: { router: typeof appRouter }): React.JSX.Element {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={tema}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
    </MantineProvider>
  );
}
