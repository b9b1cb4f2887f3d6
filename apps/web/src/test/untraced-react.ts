import './untraced-console.ts';
import * as React from 'react';

/**
 * Imported before anything that renders. The development build of React writes down a stack for each element, and describes each render to
 * the performance panel, for somebody who looks at it in the developer tools. Nobody does here, and it takes a third of a test's time. What
 * React checks and warns of stays.
 */

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

// React writes down the stacks of the first ten thousand elements of a second. Its types hide these internals.
const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // React counts from the beginning again.
    },
  });
