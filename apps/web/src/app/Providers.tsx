import { RouterProvider } from "react-router-dom";
import { Aparencia } from "./Aparencia.tsx";
import type { router as appRouter } from "./router.tsx";

/** Theme and router for every page. */
export function Providers({ router }: { router: typeof appRouter }): React.JSX.Element {
  return (
    <Aparencia>
      <RouterProvider router={router} />
    </Aparencia>
  );
}
