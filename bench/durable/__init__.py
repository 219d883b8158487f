"""A live server as other processes see it: started, played at, killed, and its database held against what it said."""
