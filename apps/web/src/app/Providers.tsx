import { ModalsProvider } from "@mantine/modals";
import { RouterProvider } from "react-router-dom";
import { Appearance } from "./Appearance.tsx";
import type { router as appRouter } from "./router.tsx";

/** Theme, questions and router for every page. */
export function Providers({ router }: { router: typeof appRouter }): React.JSX.Element {
  return (
    <Appearance>
      <ModalsProvider>
        <RouterProvider router={router} />
      </ModalsProvider>
    </Appearance>
  );
}
