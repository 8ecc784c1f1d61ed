import { RouterProvider } from "react-router-dom";
import { Appearance } from "./Appearance.tsx";
import type { router as appRouter } from "./router.tsx";

/** Theme and router for every page. */
export function Providers({ router }: { router: typeof appRouter }): React.JSX.Element {
  return (
    <Appearance>
      <RouterProvider router={router} />
    </Appearance>
  );
}
