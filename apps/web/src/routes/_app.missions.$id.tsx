import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/missions/$id')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/_app/missions/$id"!</div>;
}
